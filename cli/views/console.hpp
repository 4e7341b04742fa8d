#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace lehr::cli {

/// All that the program prints: results on standard output; notes, warnings, errors and progress on standard error.
class Console {
 public:
  /// `name` begins every line on standard error, for example "lehr evidence".
  explicit Console(std::string name);

  void set_quiet(bool quiet) { quiet_ = quiet; }
  bool quiet() const { return quiet_; }

  /// A choice made for the user, or something worth knowing. Dropped by --quiet.
  void note(std::string_view text) const;
  void warning(std::string_view text) const;
  void error(std::string_view text) const;

  /// Writes a result to standard output; a RunError when it cannot be written.
  void result(std::string_view text) const;

  /// Whether standard error is a terminal on which a line can be redrawn.
  bool can_redraw() const { return redraw_; }
  /// Draws lines over the `drawn` lines drawn last; none takes those away. What does not fit the terminal is cut off.
  /// Returns how many lines it drew.
  std::size_t redraw(std::span<const std::string> lines, std::size_t drawn) const;
  /// A plain line of progress, where redrawing is not possible.
  void progress(std::string_view text) const;

  /// The text as a heading: bold where standard output is a terminal and colours are wanted.
  std::string heading(std::string_view text) const;

 private:
  void say(std::string_view kind, std::string_view colour, std::string_view text) const;

  std::string name_;
  bool quiet_ = false;
  bool redraw_ = false;
  bool colour_errors_ = false;
  bool colour_results_ = false;
};

/// The text on one line without control characters: names from files cannot break a message or a terminal.
std::string one_line(std::string_view text);

}  // namespace lehr::cli
