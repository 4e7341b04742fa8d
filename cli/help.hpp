#pragma once

#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace lehr::cli {

class Command;
class CommandWithOptions;

/// The help of one sub-command: what it does, its options by heading, examples.
std::string command_help(const CLI::App& app, const CommandWithOptions& command);

/// The help of the program: its sub-commands.
std::string program_help(const std::vector<std::unique_ptr<Command>>& commands);

}  // namespace lehr::cli
