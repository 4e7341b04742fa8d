#include <bench/peers/outside_program.hpp>

#include <sys/wait.h>

#include <array>
#include <cstddef>
#include <cstdio>
#include <sstream>

#include <lehr/base/errors.hpp>
#include <lehr/data/number.hpp>

namespace lehr::bench {
namespace {

constexpr int kMissing = 77;  // by the convention of tests that are skipped
constexpr int kNoSuchCommand = 127;

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
  return fields;
}

}  // namespace

double OutsideAnswer::number(const std::string& line, std::size_t field) const {
  const auto found = lines.find(line);
  std::optional<double> value;
  if (found != lines.end() && field < found->second.size()) value = parse_number(found->second[field]);
  if (!value) throw RunError("the other program did not print '" + line + "'");
  return *value;
}

OutsideAnswer run_outside(const std::string& command, const std::string& missing) {
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw RunError("cannot run: " + command);
  std::string text;
  std::array<char, 4096> buffer{};
  for (std::size_t count = 0; (count = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    text.append(buffer.data(), count);
  }
  const int status = pclose(pipe);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  OutsideAnswer answer;
  if (code == kMissing || code == kNoSuchCommand) {
    answer.skipped = missing;
    return answer;
  }
  if (code != 0) throw RunError("this failed: " + command);
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    const std::vector<std::string> fields = fields_of(line);
    if (!fields.empty()) answer.lines[fields[0]] = fields;
  }
  return answer;
}

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

}  // namespace lehr::bench
