#include <cli/help.hpp>

#include <CLI/CLI.hpp>

#include <cli/command.hpp>
#include <cli/output/text_table.hpp>
#include <lehr/api/basics.hpp>

namespace lehr::cli {
namespace {

constexpr std::size_t kLineWidth = 100;
constexpr std::size_t kIndent = 2;
constexpr std::size_t kTextColumn = 30;

/// The text broken between words, every line but the first indented.
std::string wrapped(const std::string& text, std::size_t indent) {
  std::string lines;
  std::size_t column = indent;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::size_t length = end - begin;
    if (column > indent && column + 1 + length > kLineWidth) {
      lines += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      lines += ' ';
      ++column;
    }
    lines.append(text, begin, length);
    column += length;
    begin = end + 1;
  }
  return lines;
}

std::string option_help(const CLI::Option& option) {
  std::string left = std::string(kIndent, ' ');
  left += option.get_positional() ? option.get_name(true) : option.get_name() + " " + option.get_option_text();
  left.resize(left.find_last_not_of(' ') + 1);
  // A long list of choices gets a line of its own.
  left += left.size() + 2 > kTextColumn ? "\n" + std::string(kTextColumn, ' ')
                                        : std::string(kTextColumn - left.size(), ' ');
  return left + wrapped(option.get_description(), kTextColumn) + "\n";
}

}  // namespace

std::string command_help(const CLI::App& app, const CommandWithOptions& command) {
  std::string text = wrapped(std::string(command.summary()), 0) + "\n\n";
  text += "Usage: lehr " + std::string(command.name()) + (command.usage().empty() ? "" : " ") +
          std::string(command.usage()) + " [options]\n";
  for (const std::string& heading : app.get_groups()) {
    const auto options = app.get_options([&](const CLI::Option* option) { return option->get_group() == heading; });
    if (heading.empty() || options.empty()) continue;
    text += "\n" + heading + ":\n";
    for (const CLI::Option* option : options) text += option_help(*option);
  }
  return text + "\nExamples:\n" + std::string(command.examples());
}

std::string program_help(const std::vector<std::unique_ptr<Command>>& commands) {
  std::string text =
      "lehr " + std::string(version()) + ": exact Bayesian inference for Gaussian process classification.\n\n";
  text += "Usage: lehr COMMAND [options]\n\nCommands:\n";
  for (const auto& command : commands) {
    const std::string name = std::string(command->name());
    constexpr std::size_t kSummaryColumn = 14;
    text += "  " + name + std::string(kSummaryColumn - 2 - name.size(), ' ') +
            wrapped(std::string(command->summary()), kSummaryColumn) + "\n";
  }
  text += "\n" + two_columns({{"lehr COMMAND --help", "what a command does, its options and examples"},
                              {"lehr --version", "the version"},
                              {"lehr --help", "this text"}},
                             0);
  text +=
      "\nResults go to standard output, everything else to standard error. Exit codes: 0 done, 1 the run failed or\n"
      "an output cannot be written, 2 an impossible option, 3 bad input, 130 interrupted.\n";
  return text;
}

}  // namespace lehr::cli
