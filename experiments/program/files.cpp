#include <experiments/program/files.hpp>

#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <filesystem>

#include <lehr/base/errors.hpp>
#include <lehr/files/write_file.hpp>

extern char** environ;

namespace lehr::reproduce {
namespace {

/// 0 when the program ran and was content.
int run_program(const std::string& program, std::vector<std::string> words) {
  words.insert(words.begin(), program);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  if (posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments.data(), environ) != 0) return -1;
  int status = 0;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

}  // namespace

void make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw RunError("the folder '" + path + "' cannot be made: " + error.message());
}

void write_result(const Request& request, const std::string& name, std::string_view text, Report& report) {
  const std::string path = request.out + "/" + name;
  make_folder(std::filesystem::path(path).parent_path());
  write_file(path, text);
  report.files.push_back(path);
}

void write_picture(const Request& request, const std::string& name, const report::Svg& svg, std::string_view style,
                   Report& report) {
  write_result(request, name + ".svg", svg.finish_file(std::string(kStyle) + std::string(style)), report);
  const std::string picture = request.out + "/" + name;
  if (run_program("rsvg-convert", {"--zoom", "2", "--output", picture + ".png", picture + ".svg"}) == 0) {
    report.files.push_back(picture + ".png");
    return;
  }
  const std::string note = "rsvg-convert is not installed or failed (Debian: librsvg2-bin): pictures come as SVG only";
  if (std::find(report.notes.begin(), report.notes.end(), note) == report.notes.end()) report.notes.push_back(note);
}

}  // namespace lehr::reproduce
