#include <lehr/journal/reader.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <lehr/base/errors.hpp>
#include <lehr/files/crc32.hpp>

namespace lehr {
namespace {

[[noreturn]] void fail(const std::string& name, const std::string& reason) {
  throw InputError(name + " cannot be read: " + reason);
}

/// A regular file, read at any place. Its size is asked once: what is appended later is not seen.
class Bytes {
 public:
  Bytes(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {
    struct stat status;
    if (fstat(descriptor_, &status) != 0) fail(name_, std::strerror(errno));
    if (!S_ISREG(status.st_mode)) throw InputError(name_ + " is not a regular file");
    size_ = static_cast<std::uint64_t>(status.st_size);
  }

  std::uint64_t size() const { return size_; }
  const std::string& name() const { return name_; }

  /// Fills the buffer with the bytes from `offset` on, at most `count` and no more than there are.
  std::string_view read(std::uint64_t offset, std::uint64_t count, std::string& buffer) const {
    buffer.resize(static_cast<std::size_t>(std::min(count, size_ - offset)));
    std::size_t done = 0;
    while (done < buffer.size()) {
      const ssize_t got =
          pread(descriptor_, buffer.data() + done, buffer.size() - done, static_cast<off_t>(offset + done));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail(name_, std::strerror(errno));
      if (got == 0) fail(name_, "it became shorter meanwhile");
      done += static_cast<std::size_t>(got);
    }
    return buffer;
  }

 private:
  int descriptor_;
  std::string name_;
  std::uint64_t size_ = 0;
};

/// Whether the head of a record that fits into the file stands anywhere from `offset` on. Reads each byte about once.
bool has_record_behind(const Bytes& bytes, std::uint64_t offset) {
  constexpr std::uint64_t kBlock = 1 << 16;
  std::string buffer;
  for (; offset + journal_format::kRecordHead <= bytes.size(); offset += kBlock) {
    const std::string_view block = bytes.read(offset, kBlock + journal_format::kRecordHead - 1, buffer);
    for (std::size_t at = block.find(journal_format::kMarker); at < block.size();
         at = block.find(journal_format::kMarker, at + 1)) {
      journal_format::RecordHead head;
      if (journal_format::read_record_head(block.substr(at), head) &&
          head.payload_bytes <= bytes.size() - offset - at - journal_format::kRecordHead) {
        return true;
      }
    }
  }
  return false;
}

class File {
 public:
  // Without O_NONBLOCK, opening a pipe would wait for its other end.
  explicit File(const std::string& path) : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    if (descriptor_ < 0) fail("'" + path + "'", std::strerror(errno));
  }
  ~File() { close(descriptor_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

}  // namespace

std::vector<double> JournalRecord::numbers() const {
  if (bytes.size() % sizeof(double) != 0) throw InputError("a record of the journal does not consist of numbers");
  std::vector<double> values(bytes.size() / sizeof(double));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

JournalEnd read_open_journal(int descriptor, const std::string& name, const JournalVisitor& visit) {
  const Bytes bytes(descriptor, name);
  std::string buffer;
  const std::string_view begin = bytes.read(0, journal_format::kFileHead, buffer);
  if (begin.size() < journal_format::kFileHead && journal_format::file_head().starts_with(begin))
    return {0, bytes.size()};
  journal_format::check_file_head(begin, name);

  std::uint64_t offset = journal_format::kFileHead;
  while (offset < bytes.size()) {
    journal_format::RecordHead head;
    if (!journal_format::read_record_head(bytes.read(offset, journal_format::kRecordHead, buffer), head)) break;
    if (head.payload_bytes > bytes.size() - offset - journal_format::kRecordHead) break;
    const std::string_view payload = bytes.read(offset + journal_format::kRecordHead, head.payload_bytes, buffer);
    if (crc32(payload) != head.payload_crc) break;
    visit({head.key, payload});
    offset += journal_format::kRecordHead + head.payload_bytes;
  }
  if (offset < bytes.size() && has_record_behind(bytes, offset + 1)) {
    throw InputError(name + " is damaged at byte " + std::to_string(offset) +
                     ", before its last record: it cannot be continued");
  }
  return {offset, bytes.size()};
}

JournalEnd read_journal(const std::string& path, const JournalVisitor& visit) {
  const File file(path);
  return read_open_journal(file.descriptor(), "'" + path + "'", visit);
}

}  // namespace lehr
