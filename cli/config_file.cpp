#include <cli/config_file.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>

#include <cli/command.hpp>

namespace lehr::cli {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw CLI::ConfigError("the configuration file has " + what); }

/// CLI11 passes over lines of one or two characters in silence.
void refuse_short_lines(const std::string& text) {
  std::istringstream lines(text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    CLI::detail::trim(line);
    if (line.empty() || line.size() > 2 || line.find_first_of("#;]") != std::string::npos) continue;
    refuse("'" + line + "' in line " + std::to_string(number) + ", where KEY = VALUE is expected");
  }
}

bool is_command(const std::string& name) {
  const auto commands = all_commands();
  return std::any_of(commands.begin(), commands.end(), [&](const auto& command) { return command->name() == name; });
}

class SectionedConfig final : public CLI::ConfigBase {
 public:
  explicit SectionedConfig(std::string command) : command_(std::move(command)) {}

  std::vector<CLI::ConfigItem> from_config(std::istream& input) const override {
    const std::string text(std::istreambuf_iterator<char>(input), {});
    refuse_short_lines(text);
    std::istringstream again(text);
    std::vector<CLI::ConfigItem> own;
    std::set<std::string> seen;
    for (CLI::ConfigItem& item : CLI::ConfigBase::from_config(again)) {
      const bool mine = item.parents.empty() || is_mine(item.parents);
      if (item.name == "++" || item.name == "--" || !mine) continue;
      item.parents.clear();
      if (!seen.insert(item.name).second) refuse("the key '" + item.name + "' twice");
      own.push_back(std::move(item));
    }
    return own;
  }

 private:
  bool is_mine(const std::vector<std::string>& parents) const {
    const std::string section = CLI::detail::join(parents, ".");
    if (section == command_) return true;
    if (!is_command(section)) refuse("the section [" + section + "], which is no command");
    return false;
  }

  std::string command_;
};

}  // namespace

void use_sections(CLI::App& app, const std::string& command) {
  app.config_formatter(std::make_shared<SectionedConfig>(command));
  app.allow_config_extras(CLI::config_extras_mode::error);
}

}  // namespace lehr::cli
