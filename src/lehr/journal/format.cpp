#include <lehr/journal/format.hpp>

#include <cstring>

#include <lehr/base/errors.hpp>
#include <lehr/files/crc32.hpp>

namespace lehr::journal_format {
namespace {

// 1: states did not tell where their random numbers come from. 2, of lehr 0.1: states were two latents. 3: they had no
// alpha.
constexpr std::uint32_t kVersion = 4;

template <typename Number>
void append(std::string& bytes, Number number) {
  char buffer[sizeof number];
  std::memcpy(buffer, &number, sizeof number);
  bytes.append(buffer, sizeof number);
}

template <typename Number>
Number take(std::string_view& bytes) {
  Number number;
  std::memcpy(&number, bytes.data(), sizeof number);
  bytes.remove_prefix(sizeof number);
  return number;
}

}  // namespace

std::string file_head() {
  std::string bytes(kMagic);
  append(bytes, kVersion);
  append(bytes, crc32(bytes));
  return bytes;
}

void check_file_head(std::string_view bytes, const std::string& name) {
  if (bytes == file_head()) return;
  if (bytes.size() < kFileHead || !bytes.starts_with(kMagic)) throw InputError(name + " is not a journal of lehr");
  std::string_view rest = bytes.substr(kMagic.size());
  const auto version = take<std::uint32_t>(rest);
  if (take<std::uint32_t>(rest) != crc32(bytes.substr(0, kFileHead - sizeof(std::uint32_t)))) {
    throw InputError(name + " is damaged in its first " + std::to_string(kFileHead) + " bytes");
  }
  throw InputError(name + " is a journal of version " + std::to_string(version) + ", but this program reads version " +
                   std::to_string(kVersion) +
                   ": finish it with the program that began it, or begin anew with --overwrite");
}

std::string write_record_head(const RecordHead& head) {
  std::string bytes(kMarker);
  append(bytes, head.key.kind);
  append(bytes, head.key.chain);
  append(bytes, head.payload_bytes);
  append(bytes, head.key.index);
  append(bytes, head.payload_crc);
  append(bytes, crc32(bytes));
  return bytes;
}

bool read_record_head(std::string_view bytes, RecordHead& head) {
  if (bytes.size() < kRecordHead || !bytes.starts_with(kMarker)) return false;
  std::string_view rest = bytes.substr(kMarker.size());
  head.key.kind = take<std::uint32_t>(rest);
  head.key.chain = take<std::uint32_t>(rest);
  head.payload_bytes = take<std::uint32_t>(rest);
  head.key.index = take<std::uint64_t>(rest);
  head.payload_crc = take<std::uint32_t>(rest);
  return take<std::uint32_t>(rest) == crc32(bytes.substr(0, kRecordHead - sizeof(std::uint32_t))) &&
         head.payload_bytes <= kLongestPayload;
}

}  // namespace lehr::journal_format
