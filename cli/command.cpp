#include <cli/command.hpp>

#include <CLI/CLI.hpp>

#include <cli/exit_codes.hpp>
#include <cli/help.hpp>
#include <cli/options/arguments.hpp>
#include <cli/options/common_options.hpp>
#include <cli/options/config_file.hpp>
#include <cli/views/console.hpp>
#include <lehr/api/resources.hpp>

namespace lehr::cli {

int CommandWithOptions::start(const std::vector<std::string>& words, Console& console) {
  CLI::App app;
  CommonOptions common;
  declare(app);
  add_common_options(app, common);
  use_sections(app, std::string(name()));
  if (read_arguments(app, words) == Asked::help) {
    console.result(command_help(app, *this));
    return kDone;
  }
  console.set_quiet(common.quiet);
  check(common);
  check_memory("any command needs", kSpareMemory);
  return run(common, console);
}

}  // namespace lehr::cli
