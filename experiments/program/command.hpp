#pragma once

#include <memory>

#include <cli/command.hpp>

namespace lehr::cli {

/// The options, the help and the work of the program lehr-reproduce, which speaks as `lehr reproduce`.
std::unique_ptr<CommandWithOptions> reproduce_command();

}  // namespace lehr::cli
