#include <lehr/files/temporary_file.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <lehr/base/errors.hpp>

namespace lehr {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& name, int error) {
  throw RunError(name + " cannot be written: " + std::strerror(error));
}

/// The permissions of the file that is replaced, or those a new file gets.
mode_t permissions_for(const std::string& target) {
  struct stat status;
  if (stat(target.c_str(), &status) == 0) return status.st_mode & 07777;
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

/// How the names of the temporary files for a target begin.
std::string beginning_for(const fs::path& target) {
  constexpr std::size_t kMost = 200;  // bytes: no name may have more than 255
  return "." + target.filename().string().substr(0, kMost) + ".lehr-";
}

}  // namespace

std::string TemporaryFile::target_of(const std::string& path) {
  std::error_code error;
  fs::path target = fs::weakly_canonical(path, error);
  if (error || target.empty()) target = path;
  return target.has_parent_path() ? target.string() : (fs::path(".") / target).string();
}

TemporaryFile::TemporaryFile(const std::string& path) : target_(target_of(path)), name_("'" + path + "'") {
  struct stat status;
  if (stat(target_.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    if (S_ISDIR(status.st_mode)) fail(name_, EISDIR);
    throw RunError(name_ + " cannot be written: it is not a regular file");
  }
  path_ = (fs::path(target_).parent_path() / (beginning_for(target_) + "XXXXXX")).string();
  descriptor_ = mkostemp(path_.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail(name_, errno);
}

TemporaryFile::~TemporaryFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!path_.empty()) unlink(path_.c_str());
}

void TemporaryFile::remove_leftovers(const std::string& path) {
  const fs::path target = target_of(path);
  const std::string beginning = beginning_for(target);
  std::error_code ignored;  // a leftover that stays is in nobody's way
  for (const fs::directory_entry& entry : fs::directory_iterator(target.parent_path(), ignored)) {
    if (entry.path().filename().string().starts_with(beginning)) fs::remove(entry.path(), ignored);
  }
}

void TemporaryFile::finish() {
  if (fchmod(descriptor_, permissions_for(target_)) != 0 || fsync(descriptor_) != 0) fail(name_, errno);
  const int closed = close(descriptor_);
  descriptor_ = -1;
  if (closed != 0) fail(name_, errno);
}

void TemporaryFile::take_place() {
  finish();
  if (rename(path_.c_str(), target_.c_str()) != 0) fail(name_, errno);
  path_.clear();
}

/// A link is refused where the name is taken; a file system without links can only rename.
void TemporaryFile::take_free_place() {
  finish();
  if (link(path_.c_str(), target_.c_str()) == 0) return;  // the other name goes with this object
  if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS && errno != EMLINK) fail(name_, errno);
  if (rename(path_.c_str(), target_.c_str()) != 0) fail(name_, errno);
  path_.clear();
}

}  // namespace lehr
