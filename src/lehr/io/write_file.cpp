#include <lehr/io/write_file.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <lehr/base/errors.hpp>

namespace lehr {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& name, int error) {
  throw RunError(name + " cannot be written: " + std::strerror(error));
}

std::string quoted(const std::string& path) { return "'" + path + "'"; }

/// The file that a path leads to through symbolic links: that one is replaced, not the link.
fs::path target_of(const std::string& path) {
  std::error_code error;
  const fs::path target = fs::weakly_canonical(path, error);
  return error || target.empty() ? fs::path(path) : target;
}

fs::path folder_of(const fs::path& target) { return target.has_parent_path() ? target.parent_path() : fs::path("."); }

/// The permissions of the file that is replaced, or those a new file gets.
mode_t permissions_for(const fs::path& target) {
  struct stat status;
  if (stat(target.c_str(), &status) == 0) return status.st_mode & 07777;
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

/// An open file in the target's folder that disappears unless it takes the target's place.
class TemporaryFile {
 public:
  TemporaryFile(const fs::path& target, std::string name) : target_(target), name_(std::move(name)) {
    path_ = (folder_of(target) / ".lehr-XXXXXX").string();
    descriptor_ = mkstemp(path_.data());
    if (descriptor_ < 0) fail(name_, errno);
  }
  ~TemporaryFile() {
    if (descriptor_ >= 0) close(descriptor_);
    if (!path_.empty()) unlink(path_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  int descriptor() const { return descriptor_; }

  void take_place() {
    if (fchmod(descriptor_, permissions_for(target_)) != 0 || fsync(descriptor_) != 0) fail(name_, errno);
    const int closed = close(descriptor_);
    descriptor_ = -1;
    if (closed != 0 || rename(path_.c_str(), target_.c_str()) != 0) fail(name_, errno);
    path_.clear();
  }

 private:
  fs::path target_;
  std::string name_;
  std::string path_;
  int descriptor_ = -1;
};

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
  const fs::path target = target_of(path);
  if (!is_replaceable(path)) return write_through(path, text);
  require_writable(path);
  TemporaryFile file(target, quoted(path));
  write_all(file.descriptor(), text, quoted(path));
  file.take_place();
}

void require_writable(const std::string& path) {
  const fs::path target = target_of(path);
  std::error_code error;
  if (fs::is_directory(target, error) || path.ends_with('/')) fail(quoted(path), EISDIR);
  const fs::path place = is_replaceable(path) ? folder_of(target) : fs::path(path);
  if (access(place.c_str(), W_OK) != 0) fail(quoted(path), errno);
}

}  // namespace lehr
