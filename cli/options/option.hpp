#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace lehr::cli {

/// How an option is written and explained.
struct OptionText {
  std::string name;        // "--variance"
  std::string value_name;  // "V"
  std::string help;
};

/// Called with the option's name and the text of its value; throws a UsageError when the value is not possible.
using SetValue = std::function<void(std::string_view option, const std::string& text)>;

/// The options of one heading of the help. An empty heading hides them.
class OptionGroup {
 public:
  OptionGroup(CLI::App& app, std::string heading) : app_(app), heading_(std::move(heading)) {}

  /// One value, given once.
  void add(const OptionText& text, SetValue set);
  /// Values with commas between them, as one word or (in a configuration file) an array: `set` gets "a,b,c".
  void add_list(const OptionText& text, SetValue set);
  /// Words up to the next option or to a file at the end, given once or more: `set` is called for each.
  void add_words(const OptionText& text, SetValue set);
  /// Present or not.
  void add_flag(const std::string& name, const std::string& help, bool& value);
  /// The same; `turn_on` is called where it is given.
  void add_switch(const std::string& name, const std::string& help, std::function<void()> turn_on);
  /// A word without a name, for example a file, that must be given: the command's check() says so when it is empty. It
  /// cannot be set in a configuration file.
  void add_positional(const OptionText& text, std::string& value);
  /// Any number of them.
  void add_positionals(const OptionText& text, std::vector<std::string>& values);

 private:
  CLI::App& app_;
  std::string heading_;
};

}  // namespace lehr::cli
