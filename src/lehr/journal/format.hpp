#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lehr {

/// What a record of a journal is about. The journal gives these numbers no meaning.
struct JournalKey {
  std::uint32_t kind = 0;
  std::uint32_t chain = 0;
  std::uint64_t index = 0;

  bool operator==(const JournalKey&) const = default;
};

// The bytes of a journal: a head of 16 bytes (magic, version, their CRC), then records. A record is a head of 32 bytes
// with a CRC of its own, then the payload. Since a head can be trusted by itself, a record that was torn off by the end
// of the file (the writer was killed) is told from a damaged one (other records follow). Numbers are stored as this
// machine holds them; the version shows a file from a machine with another order of bytes.
namespace journal_format {

inline constexpr std::string_view kMagic = "LEHRJRNL";
inline constexpr std::size_t kFileHead = 16;
inline constexpr std::size_t kRecordHead = 32;
inline constexpr std::size_t kLongestPayload = std::size_t{1} << 28;  // 256 MiB: far above any draw or header

/// The first bytes of every record: where to look for the next one behind a damaged one.
inline constexpr std::string_view kMarker = "LREC";

struct RecordHead {
  JournalKey key;
  std::uint32_t payload_bytes = 0;
  std::uint32_t payload_crc = 0;
};

std::string file_head();

/// Throws an InputError, which calls the file `name`, unless the bytes are file_head() of this version.
void check_file_head(std::string_view bytes, const std::string& name);

std::string write_record_head(const RecordHead& head);

/// False unless the first kRecordHead bytes are the intact head of a record.
bool read_record_head(std::string_view bytes, RecordHead& head);

}  // namespace journal_format
}  // namespace lehr
