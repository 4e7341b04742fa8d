#include <cli/views/console.hpp>

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <lehr/api/files.hpp>

namespace lehr::cli {
namespace {

constexpr std::string_view kBold = "\033[1m";
constexpr std::string_view kYellow = "\033[33m";
constexpr std::string_view kRed = "\033[31m";
constexpr std::string_view kPlain = "\033[0m";
constexpr std::string_view kClearLine = "\r\033[K";
constexpr std::string_view kClearBelow = "\033[J";

bool is_able_terminal(int descriptor) {
  const char* terminal = std::getenv("TERM");
  return isatty(descriptor) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

/// Of the terminal on standard error; the usual one where it does not tell.
winsize terminal_size() {
  winsize size = {};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 2 || size.ws_row < 2) {
    size.ws_col = 80;
    size.ws_row = 24;
  }
  return size;
}

/// https://no-color.org: any value that is not empty.
bool colours_wanted() {
  const char* no_colour = std::getenv("NO_COLOR");
  return no_colour == nullptr || *no_colour == '\0';
}

void write_error(std::string_view text) {
  // One call per line, so that lines of several programs do not mix. Nobody is left to tell when this fails.
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

std::string painted(std::string_view colour, std::string_view text, bool wanted) {
  if (!wanted || colour.empty() || text.empty()) return std::string(text);
  return std::string(colour) + std::string(text) + std::string(kPlain);
}

}  // namespace

Console::Console(std::string name)
    : name_(std::move(name)),
      redraw_(is_able_terminal(STDERR_FILENO)),
      colour_errors_(is_able_terminal(STDERR_FILENO) && colours_wanted()),
      colour_results_(is_able_terminal(STDOUT_FILENO) && colours_wanted()) {}

void Console::say(std::string_view kind, std::string_view colour, std::string_view text) const {
  const std::string label = kind.empty() ? "" : painted(colour, kind, colour_errors_) + " ";
  const std::string name = kind.empty() ? painted(colour, name_ + ":", colour_errors_) : name_ + ":";
  write_error(name + " " + label + one_line(text) + "\n");
}

void Console::note(std::string_view text) const {
  if (!quiet_) say("note:", kBold, text);
}

void Console::warning(std::string_view text) const { say("warning:", kYellow, text); }

void Console::error(std::string_view text) const { say("", kRed, text); }

void Console::result(std::string_view text) const { write_all(STDOUT_FILENO, text, "standard output"); }

std::size_t Console::redraw(std::span<const std::string> lines, std::size_t drawn) const {
  const winsize size = terminal_size();
  const std::size_t most = std::max<std::size_t>(size.ws_row, 3) - 1;
  std::string text = drawn > 1 ? "\033[" + std::to_string(drawn - 1) + "A" : "";
  text += kClearLine;
  if (drawn > 1) text += kClearBelow;
  std::size_t count = 0;
  for (; count < std::min(lines.size(), most); ++count) {
    const bool is_last_of_more = count + 1 == most && lines.size() > most;
    const std::string line = is_last_of_more ? "…" : one_line(lines[count]).substr(0, size.ws_col - 1u);
    text += (count > 0 ? "\n" : "") + line;
  }
  write_error(text);
  return count;
}

void Console::progress(std::string_view text) const { say("", "", text); }

std::string Console::heading(std::string_view text) const { return painted(kBold, text, colour_results_); }

std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code >= 0x20 && code != 0x7f) {
      line += c;
    } else {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\x%02x", static_cast<unsigned>(code));
      line += escaped;
    }
  }
  return line;
}

}  // namespace lehr::cli
