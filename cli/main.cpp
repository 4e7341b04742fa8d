#include <algorithm>
#include <cstdio>

#include <cli/command.hpp>
#include <cli/exit_codes.hpp>
#include <cli/help.hpp>
#include <cli/options/values.hpp>
#include <cli/program.hpp>
#include <cli/views/console.hpp>
#include <lehr/lehr.hpp>

namespace lehr::cli {
namespace {

int run(const std::vector<std::string>& words) {
  const auto commands = all_commands();
  const Console console("lehr");
  if (words.empty()) {
    std::fputs(program_help(commands).c_str(), stderr);
    return kUsage;
  }
  const std::string& first = words.front();
  if (first == "help") return words.size() == 1 ? run({"--help"}) : run({words[1], "--help"});
  const auto command =
      std::find_if(commands.begin(), commands.end(), [&](const auto& candidate) { return candidate->name() == first; });
  if (command != commands.end()) {
    Console own_console("lehr " + first);
    return with_exit_code(own_console, [&] {
      return (*command)->start({words.begin() + 1, words.end()}, own_console);
    });
  }
  return with_exit_code(console, [&] {
    if (first == "--help" || first == "-h") {
      console.result(program_help(commands));
      return kDone;
    }
    if (first == "--version") {
      console.result("lehr " + std::string(version()) + "\n");
      return kDone;
    }
    if (first.starts_with('-'))
      throw UsageError("options come after the command; there is no '" + first + "' before it");
    std::vector<std::string> names;
    for (const auto& candidate : commands) names.emplace_back(candidate->name());
    one_of("the command", first, names);
    return kUsage;
  });
}

}  // namespace
}  // namespace lehr::cli

int main(int count, char** words) {
  lehr::cli::begin_program();
  return lehr::cli::run({words + std::min(count, 1), words + count});
}
