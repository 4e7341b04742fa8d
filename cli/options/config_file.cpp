#include <cli/options/config_file.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <set>
#include <sstream>

#include <cli/command.hpp>

namespace lehr::cli {
namespace {

constexpr std::size_t kLargest = std::size_t{1} << 20;  // bytes: more than any use of it, and read at once

[[noreturn]] void refuse(const std::string& what) { throw CLI::ConfigError("the configuration file has " + what); }

std::string read_at_most(std::istream& input, std::size_t bytes) {
  std::string text(bytes + 1, '\0');
  input.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(input.gcount()));
  if (text.size() > bytes) refuse("more than " + std::to_string(bytes) + " bytes");
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  if (const std::size_t place = text.find('\0'); place != std::string::npos) {
    refuse("a NUL in line " +
           std::to_string(1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(place), '\n')));
  }
  return text;
}

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
    const std::string text = read_at_most(input, kLargest);
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
