#include <lehr/report/rerun_command.hpp>

#include <vector>

#include <lehr/settings/table.hpp>

namespace lehr::report {
namespace {

constexpr std::size_t kLineWidth = 96;

std::string shell_quoted(const std::string& text) {
  constexpr const char* kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./,+:=@%-";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string quoted = "'";
  for (const char character : text) quoted += character == '\'' ? std::string("'\\''") : std::string(1, character);
  return quoted + "'";
}

class Words {
 public:
  explicit Words(std::string first) : text_(std::move(first)), width_(text_.size()) {}
  void add(const std::string& word) { append(shell_quoted(word)); }
  /// With "=", so that a value like -1 is not taken for an option.
  void add(const std::string& option, const std::string& value) {
    append(option + (value.starts_with('-') ? "=" : " ") + shell_quoted(value));
  }
  const std::string& text() const { return text_; }

 private:
  void append(const std::string& words) {
    if (width_ + words.size() > kLineWidth) {
      text_ += " \\\n   ";
      width_ = 3;
    }
    text_ += " " + words;
    width_ += 1 + words.size();
  }

  std::string text_;
  std::size_t width_;  // of the last line
};

template <class Settings>
void add_settings(Words& words, const Settings& settings) {
  for (const Setting<Settings>& row : Settings::table()) {
    if (row.name == kNotOfFits) continue;
    const std::vector<std::string> option = option_words(row, settings);
    if (option.size() == 1) words.add(option[0]);
    for (std::size_t i = 1; i < option.size(); ++i) words.add(option[0], option[i]);
  }
}

}  // namespace

std::string rerun_command(const RunInfo& info, const std::string& run_file) {
  constexpr std::string_view kJournal = ".partial";
  const bool journal = run_file.ends_with(kJournal);
  Words words("lehr fit");
  words.add(info.source == "standard input" ? "-" : info.source);
  words.add("--out", journal ? run_file.substr(0, run_file.size() - kJournal.size()) : run_file);
  add_settings(words, TableOptions{.header = info.encoding.has_header});
  add_settings(words, options_of(info.encoding));
  add_settings(words, info.model);
  add_settings(words, info.fit);
  add_settings(words, info.fit.evidence);
  return words.text();
}

}  // namespace lehr::report
