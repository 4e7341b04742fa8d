#include <lehr/data/file_text.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <system_error>

#include <lehr/base/errors.hpp>
#include <lehr/base/memory.hpp>
#include <lehr/data/printable.hpp>

namespace lehr {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 20;
constexpr std::size_t kLongestPath = 4096;
constexpr double kToGrow = 3;  // times its size: a text that outgrows its place is copied to one twice as large

[[noreturn]] void refuse(const std::string& path, int error) {
  if (error == ENOENT) throw InputError(input_name(path) + ": there is no such file");
  if (error == EISDIR) throw InputError(input_name(path) + ": is a directory, not a table");
  throw InputError(input_name(path) + ": cannot be read: " + std::generic_category().message(error));
}

class Descriptor {
 public:
  explicit Descriptor(const std::string& path)
      : owned_(path != "-"), number_(owned_ ? ::open(path.c_str(), O_RDONLY | O_CLOEXEC) : STDIN_FILENO) {
    if (number_ < 0) refuse(path, errno);
  }
  ~Descriptor() {
    if (owned_) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  bool owned_;
  int number_;
};

}  // namespace

std::string input_name(const std::string& path) {
  return path == "-" ? "standard input" : printable(path, kLongestPath);
}

std::string read_text(const std::string& path) {
  const Descriptor file(path);
  std::string text;
  // The size is a hint only: pipes and /proc have none.
  struct stat status = {};
  if (::fstat(file.number(), &status) == 0 && S_ISREG(status.st_mode)) {
    check_memory(input_name(path) + " needs", static_cast<double>(status.st_size));
    text.reserve(static_cast<std::size_t>(status.st_size) + kChunk);
  }
  for (;;) {
    const std::size_t size = text.size();
    if (size + kChunk > text.capacity()) {  // a stream may have no end
      check_memory(input_name(path) + " needs", kToGrow * static_cast<double>(size));
    }
    text.resize(size + kChunk);
    const ssize_t got = ::read(file.number(), text.data() + size, kChunk);
    const int error = errno;
    text.resize(size + (got > 0 ? static_cast<std::size_t>(got) : 0));
    if (got == 0) return text;
    if (got < 0 && error != EINTR) refuse(path, error);
  }
}

}  // namespace lehr
