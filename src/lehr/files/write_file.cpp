#include <lehr/files/write_file.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <lehr/base/errors.hpp>
#include <lehr/files/temporary_file.hpp>

namespace lehr {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& name, int error) {
  throw RunError(name + " cannot be written: " + std::strerror(error));
}

std::string quoted(const std::string& path) { return "'" + path + "'"; }

bool is_replaceable(const fs::path& target) {
  std::error_code error;
  const fs::file_status status = fs::status(target, error);
  return !fs::exists(status) || fs::is_regular_file(status) || fs::is_directory(status);
}

void write_through(const std::string& path, std::string_view text) {
  const int descriptor = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) fail(quoted(path), errno);
  try {
    write_all(descriptor, text, quoted(path));
  } catch (...) {
    close(descriptor);
    throw;
  }
  if (close(descriptor) != 0) fail(quoted(path), errno);
}

}  // namespace

void write_all(int descriptor, std::string_view text, const std::string& name) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(name, errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void write_file(const std::string& path, std::string_view text) {
  if (!is_replaceable(path)) return write_through(path, text);
  require_writable(path);
  TemporaryFile file(path);
  write_all(file.descriptor(), text, quoted(path));
  file.take_place();
}

void require_writable(const std::string& path) {
  const fs::path target = TemporaryFile::target_of(path);
  std::error_code error;
  if (fs::is_directory(target, error) || path.ends_with('/')) fail(quoted(path), EISDIR);
  const fs::path place = is_replaceable(path) ? target.parent_path() : fs::path(path);
  if (access(place.c_str(), W_OK) != 0) fail(quoted(path), errno);
}

}  // namespace lehr
