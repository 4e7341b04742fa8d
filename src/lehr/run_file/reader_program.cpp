#include <lehr/run_file/reader_program.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include <lehr/base/errors.hpp>
#include <lehr/run_file/reader_places.hpp>

namespace lehr {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProgram = "lehr-read";

/// The file that this code was loaded from: a program, a shared library, a Python module. The kernel knows its path
/// even where it was given as a relative one, in another folder than this process is in now.
fs::path own_file() {
  const auto here = reinterpret_cast<std::uintptr_t>(&own_file);
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    char dash = 0;
    words >> std::hex >> begin >> dash >> end;
    if (here < begin || here >= end) continue;
    const std::size_t path = line.find('/');
    return path == std::string::npos ? fs::path() : fs::path(line.substr(path));
  }
  return {};
}

/// What is left of a path that ends with these folders; empty if it does not.
fs::path without_end(const fs::path& path, std::string_view folders) {
  const std::string text = path.string();
  const std::string end = "/" + std::string(folders);
  return text.ends_with(end) ? fs::path(text.substr(0, text.size() - end.size()) + "/") : fs::path();
}

std::vector<fs::path> places_around(const fs::path& file) {
  fs::path folder = file.parent_path();
  std::vector<fs::path> places = {folder / kProgram};
  // Builds of the library for newer CPUs (cmake/Package.cmake).
  if (folder.parent_path().filename() == "glibc-hwcaps") folder = folder.parent_path().parent_path();
  for (const std::string_view own :
       {reader_places::programs(), reader_places::libraries(), std::string_view("bin"), std::string_view("lib")}) {
    const fs::path prefix = without_end(folder, own);
    if (!prefix.empty()) return {places.front(), prefix / reader_places::readers() / kProgram};
  }
  return places;
}

bool is_trusted(const fs::path& program, const fs::path& beside) {
  struct stat its {};
  struct stat ours {};
  if (stat(program.c_str(), &its) != 0) return false;
  const uid_t owner = stat(beside.c_str(), &ours) == 0 ? ours.st_uid : geteuid();
  return its.st_uid == 0 || its.st_uid == owner;
}

std::string find_reader() {
  const fs::path file = own_file();
  std::vector<fs::path> places;
  if (!file.empty()) places = places_around(file);
  places.push_back(fs::path(reader_places::prefix()) / reader_places::readers() / kProgram);
  std::string names;
  for (const fs::path& place : places) {
    if (is_trusted(place, file)) return place.string();
    names += (names.empty() ? "'" : ", '") + place.string() + "'";
  }
  throw RunError("the program lehr-read, which reads run files, is missing: it is none of " + names +
                 "; install it, or give its path in the environment variable LEHR_READER");
}

}  // namespace

std::string reader_program() {
  const char* given = secure_getenv("LEHR_READER");
  if (given != nullptr && *given != '\0') {
    if (access(given, X_OK) == 0) return given;
    throw RunError("LEHR_READER names the program '" + std::string(given) +
                   "', which cannot be started: " + std::strerror(errno));
  }
  static const std::string found = find_reader();
  return found;
}

}  // namespace lehr
