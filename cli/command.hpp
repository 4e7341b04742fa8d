#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace lehr::cli {

class Console;
struct CommonOptions;

/// A sub-command, as the help lists it and as it is started. To add one, write one file cli/commands/NAME.cpp that
/// defines `std::unique_ptr<Command> lehr::cli::commands::NAME()`; the help and the dispatch find it.
class Command {
 public:
  virtual ~Command() = default;
  virtual std::string_view name() const = 0;
  virtual std::string_view summary() const = 0;  // one sentence: what it does
  virtual int place() const = 0;                 // in the list of commands, small first

  /// Reads the words after the name, does the work and returns the exit code. Errors are thrown: exit_codes.hpp.
  virtual int start(const std::vector<std::string>& words, Console& console) = 0;
};

/// A sub-command with options of its own, which is what most of them are.
class CommandWithOptions : public Command {
 public:
  virtual std::string_view usage() const = 0;     // what follows "lehr NAME", for example "DATA.csv --variance V"
  virtual std::string_view examples() const = 0;  // lines that work in the project's folder

  /// Adds the options; their values are judged while they are read.
  virtual void declare(CLI::App& app) = 0;

  /// Judges the options together, before any file is opened. Throws a UsageError.
  virtual void check(const CommonOptions& /*common*/) const {}

  /// Does the work and returns the exit code.
  virtual int run(const CommonOptions& common, Console& console) = 0;

  /// Reads the options, then prints the help where it is asked for, else runs.
  int start(const std::vector<std::string>& words, Console& console) final;
};

/// Every sub-command, in the order of their places.
std::vector<std::unique_ptr<Command>> all_commands();

}  // namespace lehr::cli
