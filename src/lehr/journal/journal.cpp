#include <lehr/journal/journal.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <lehr/base/errors.hpp>
#include <lehr/files/crc32.hpp>
#include <lehr/journal/reader.hpp>

namespace lehr {
namespace {

constexpr std::chrono::seconds kSyncEvery{5};  // what a lost power supply may cost; a killed process loses nothing

[[noreturn]] void fail(const std::string& name, const char* reason) {
  throw RunError(name + " cannot be written: " + reason);
}

/// Takes the lock that goes with this opening of the file and ends with it, whatever ends the process. Some network
/// file systems have no locks; there the user must not start two runs on one file.
void lock_or_refuse(int descriptor, const std::string& name) {
  while (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno == EWOULDBLOCK) {
      throw RunError(name + " is being written by another run: wait until it ends, or write to another file");
    }
    if (errno == ENOSYS || errno == EOPNOTSUPP || errno == ENOLCK) return;
    fail(name, std::strerror(errno));
  }
}

/// Whether the path still leads to the open file: a writer that held the lock before may have deleted it at its end.
bool is_at(const std::string& path, int descriptor) {
  struct stat at_path;
  struct stat opened;
  return stat(path.c_str(), &at_path) == 0 && fstat(descriptor, &opened) == 0 && at_path.st_ino == opened.st_ino &&
         at_path.st_dev == opened.st_dev;
}

/// Makes a new name in a folder outlive a lost power supply; a file system that cannot is none the worse.
void sync_folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const int descriptor = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

/// A short write is followed by another for the rest, which either goes on or gives the reason.
void write_at(int descriptor, std::uint64_t offset, std::string_view bytes, const std::string& name) {
  while (!bytes.empty()) {
    const ssize_t written = pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(name, std::strerror(errno));
    bytes.remove_prefix(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
}

}  // namespace

JournalWriter::JournalWriter(const std::string& path, bool must_exist)
    : path_(path), name_("'" + path + "'"), synced_at_(std::chrono::steady_clock::now()) {
  do {
    if (descriptor_ >= 0) close(descriptor_);
    descriptor_ = open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK | (must_exist ? 0 : O_CREAT), 0666);
    if (descriptor_ < 0 && must_exist && errno == ENOENT) throw InputError(name_ + " does not exist");
    if (descriptor_ < 0) fail(name_, std::strerror(errno));
    try {
      lock_or_refuse(descriptor_, name_);
    } catch (...) {
      close(descriptor_);
      throw;
    }
  } while (!is_at(path, descriptor_));
}

JournalWriter::~JournalWriter() {
  if (descriptor_ < 0) return;
  if (unsynced_) fdatasync(descriptor_);  // whoever needs to know calls sync()
  close(descriptor_);
}

// From here on the object exists, so its destructor closes the file when something below throws.
JournalWriter::JournalWriter(const std::string& path) : JournalWriter(path, false) {
  try {
    begin_empty();
  } catch (...) {
    unlink(path.c_str());  // it holds nothing
    throw;
  }
}

JournalWriter::JournalWriter(const std::string& path, const JournalVisitor& visit) : JournalWriter(path, true) {
  const JournalEnd end = read_open_journal(descriptor_, name_, visit);
  if (end.intact_bytes == 0) {
    begin_empty();
    return;
  }
  if (end.is_torn() && ftruncate(descriptor_, static_cast<off_t>(end.intact_bytes)) != 0) {
    fail(name_, std::strerror(errno));
  }
  end_ = end.intact_bytes;
}

JournalWriter JournalWriter::begin(const std::string& path) { return JournalWriter(path); }

JournalWriter JournalWriter::resume(const std::string& path, const JournalVisitor& visit) {
  return JournalWriter(path, visit);
}

void JournalWriter::begin_empty() {
  if (ftruncate(descriptor_, 0) != 0) fail(name_, std::strerror(errno));
  write_at(descriptor_, 0, journal_format::file_head(), name_);
  end_ = journal_format::kFileHead;
  unsynced_ = true;
  sync();
  sync_folder_of(path_);
}

void JournalWriter::append(const JournalKey& key, std::span<const double> numbers) {
  append(key, std::string_view(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()));
}

void JournalWriter::append(const JournalKey& key, std::string_view bytes) {
  if (bytes.size() > journal_format::kLongestPayload) fail(name_, "a record is longer than 256 MiB");
  std::string record = journal_format::write_record_head(
      {.key = key, .payload_bytes = static_cast<std::uint32_t>(bytes.size()), .payload_crc = crc32(bytes)});
  record += bytes;

  const std::lock_guard lock(mutex_);
  require_untouched();
  try {
    write_at(descriptor_, end_, record, name_);
  } catch (...) {
    // Without this, the piece that was written stays until the next record covers it: also harmless.
    [[maybe_unused]] const int cut = ftruncate(descriptor_, static_cast<off_t>(end_));
    throw;
  }
  end_ += record.size();
  unsynced_ = true;
  if (std::chrono::steady_clock::now() - synced_at_ > kSyncEvery) sync_locked();
}

/// A journal that was deleted or shortened by someone would swallow every further draw in silence.
void JournalWriter::require_untouched() const {
  struct stat status;
  if (descriptor_ < 0) fail(name_, "it was removed");
  if (fstat(descriptor_, &status) != 0) fail(name_, std::strerror(errno));
  if (status.st_nlink == 0) fail(name_, "it was deleted while the run went on");
  if (static_cast<std::uint64_t>(status.st_size) < end_) fail(name_, "it became shorter while the run went on");
}

void JournalWriter::sync() {
  const std::lock_guard lock(mutex_);
  sync_locked();
}

void JournalWriter::sync_locked() {
  if (descriptor_ >= 0 && unsynced_ && fdatasync(descriptor_) != 0) fail(name_, std::strerror(errno));
  unsynced_ = false;
  synced_at_ = std::chrono::steady_clock::now();
}

void JournalWriter::remove() {
  const std::lock_guard lock(mutex_);
  if (descriptor_ < 0) return;
  if (unlink(path_.c_str()) != 0 && errno != ENOENT) {
    throw RunError(name_ + " cannot be removed: " + std::strerror(errno));
  }
  close(descriptor_);
  descriptor_ = -1;
}

}  // namespace lehr
