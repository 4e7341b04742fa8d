#include <fcntl.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <new>

#include <cli/command.hpp>
#include <cli/exit_codes.hpp>
#include <cli/help.hpp>
#include <cli/options/arguments.hpp>
#include <cli/options/common_options.hpp>
#include <cli/options/config_file.hpp>
#include <cli/options/values.hpp>
#include <cli/signals.hpp>
#include <cli/views/console.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/base/memory.hpp>
#include <lehr/base/version.hpp>

namespace lehr::cli {
namespace {

/// A file opened later must not take the number of a closed standard stream: messages would end up in it. The stand-ins
/// fail on use, as the closed stream would.
void occupy_closed_streams() {
  for (const int descriptor : {0, 1, 2}) {
    if (fcntl(descriptor, F_GETFD) < 0) {
      [[maybe_unused]] const int opened = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY);
    }
  }
}

/// Runs the work and turns what it throws into one sentence and an exit code.
template <class Work>
int with_exit_code(const Console& console, const Work& work) {
  const auto fail = [&](std::string_view text, int code) {
    console.error(text);
    return code;
  };
  try {
    return work();
  } catch (const UsageError& error) {
    return fail(error.what(), kUsage);
  } catch (const InputError& error) {
    return fail(error.what(), kBadInput);
  } catch (const Interrupted& error) {
    return fail(error.what(), kInterrupted);
  } catch (const std::bad_alloc&) {
    return fail("there is not enough memory for this; fewer rows, samples or repeats take less", kFailed);
  } catch (const std::exception& error) {
    return fail(error.what(), kFailed);
  }
}

int run_command(Command& command, const std::vector<std::string>& words, Console& console) {
  CLI::App app;
  CommonOptions common;
  command.declare(app);
  add_common_options(app, common);
  use_sections(app, std::string(command.name()));
  if (read_arguments(app, words) == Asked::help) {
    console.result(command_help(app, command));
    return kDone;
  }
  console.set_quiet(common.quiet);
  command.check(common);
  check_memory("any command needs", kSpareMemory);
  return command.run(common, console);
}

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
      return run_command(**command, {words.begin() + 1, words.end()}, own_console);
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
  lehr::cli::occupy_closed_streams();
  lehr::cli::install_signal_handlers();
  return lehr::cli::run({words + std::min(count, 1), words + count});
}
