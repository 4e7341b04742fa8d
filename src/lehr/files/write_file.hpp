#pragma once

#include <string>
#include <string_view>

namespace lehr {

/// Writes all bytes to an open file descriptor; `name` is for the RunError when that fails.
void write_all(int descriptor, std::string_view text, const std::string& name);

/// Replaces a file as a whole: the text goes to a temporary file in the same folder, which is then renamed. On failure
/// the old file is untouched and nothing is left behind. What is not a regular file (a pipe, /dev/null) is written to.
void write_file(const std::string& path, std::string_view text);

/// Throws the RunError that write_file would throw, where that is known beforehand: no such folder, no permission.
void require_writable(const std::string& path);

}  // namespace lehr
