// Options as words or as a configuration file: the first byte chooses the command and which of the two, the rest is the
// words, one on each line, or the file. Nothing is run: options are judged before any file is opened.
#include <sstream>

#include <CLI/CLI.hpp>

#include <cli/command.hpp>
#include <cli/options/arguments.hpp>
#include <cli/options/common_options.hpp>
#include <cli/options/config_file.hpp>
#include <experiments/program/command.hpp>
#include <fuzz/input.hpp>

namespace lehr::fuzz {
namespace {

/// One word from each line; none that would have a file opened.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (line.find("--config") == std::string::npos && line.find('\0') == std::string::npos) words.push_back(line);
  }
  return words;
}

/// Those of lehr and, where it starts lehr-reproduce, that program's own.
std::vector<std::unique_ptr<cli::Command>> commands_with_options() {
  auto commands = cli::all_commands();
  for (auto& command : commands) {
    if (command->name() == "reproduce") command = cli::reproduce_command();
  }
  return commands;
}

void read_config(CLI::App& app, std::string_view text) {
  std::istringstream file{std::string(text)};
  try {
    app.parse_from_stream(file);
  } catch (const CLI::Error&) {  // read_arguments turns these into a UsageError
  }
}

}  // namespace

void try_input(Choices choices) {
  const auto commands = commands_with_options();
  const std::size_t choice = choices.below(2 * commands.size());
  auto& command = dynamic_cast<cli::CommandWithOptions&>(*commands[choice / 2]);
  CLI::App app;
  cli::CommonOptions common;
  command.declare(app);
  cli::add_common_options(app, common);
  cli::use_sections(app, std::string(command.name()));
  if (choice % 2 == 0) {
    if (cli::read_arguments(app, words_of(choices.all())) == cli::Asked::help) return;
  } else {
    read_config(app, choices.all());
  }
  command.check(common);
}

}  // namespace lehr::fuzz
