#pragma once

#include <string>

namespace lehr {

/// How messages name an input: "standard input" for "-", else the path.
std::string input_name(const std::string& path);

/// All of a file, or of standard input for "-". An InputError says why it cannot be read.
std::string read_text(const std::string& path);

}  // namespace lehr
