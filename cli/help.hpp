#pragma once

#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace lehr::cli {

class Command;

/// The help of one sub-command: what it does, its options by heading, examples.
std::string command_help(const CLI::App& app, const Command& command);

/// The help of the program: its sub-commands.
std::string program_help(const std::vector<std::unique_ptr<Command>>& commands);

}  // namespace lehr::cli
