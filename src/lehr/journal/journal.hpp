#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lehr/journal/format.hpp>

namespace lehr {

/// One record as a reader sees it, valid during the visit.
struct JournalRecord {
  JournalKey key;
  std::string_view bytes;

  /// The payload as the numbers that were appended. Throws an InputError where it cannot be numbers.
  std::vector<double> numbers() const;
};

using JournalVisitor = std::function<void(const JournalRecord&)>;

/// How far a journal can be trusted.
struct JournalEnd {
  std::uint64_t intact_bytes = 0;  // where a torn record begins, or the end of the file
  std::uint64_t file_bytes = 0;

  bool is_torn() const { return intact_bytes != file_bytes; }
};

/// Visits the records in the order of the file, one in memory at a time. A last record that is torn or damaged, as a
/// killed process or a lost power supply leaves it, ends the reading and is told by the result. So is a file that ends
/// inside its head. A damaged record before an intact one, or a file that is no journal, is an InputError.
JournalEnd read_journal(const std::string& path, const JournalVisitor& visit);

/// An append-only file of checksummed records that survives the death of its process at any moment. One writer at a
/// time: a second one on the same file gets a RunError. Appending is safe from several threads.
class JournalWriter {
 public:
  /// Begins an empty journal, in place of whatever the file held.
  static JournalWriter begin(const std::string& path);

  /// Continues a journal: visits what it holds, as read_journal does, and cuts a torn end off. A file that is missing
  /// is an InputError.
  static JournalWriter resume(const std::string& path, const JournalVisitor& visit);

  ~JournalWriter();
  JournalWriter(const JournalWriter&) = delete;
  JournalWriter& operator=(const JournalWriter&) = delete;

  /// Adds a record by one write. A RunError (disk full, file removed) leaves the journal with its earlier records.
  void append(const JournalKey& key, std::span<const double> numbers);
  void append(const JournalKey& key, std::string_view bytes);

  /// Returns when all records are on the disk. Appending does so by itself every few seconds.
  void sync();

  /// Deletes the file: its records are kept elsewhere now. Nothing can be appended any more.
  void remove();

 private:
  JournalWriter(const std::string& path, bool must_exist);  // opens and locks
  explicit JournalWriter(const std::string& path);
  JournalWriter(const std::string& path, const JournalVisitor& visit);
  void begin_empty();
  void require_untouched() const;
  void sync_locked();

  std::string path_;
  std::string name_;  // the path in quotes
  int descriptor_ = -1;
  std::mutex mutex_;       // guards the members below and the file
  std::uint64_t end_ = 0;  // behind the last intact record
  bool unsynced_ = false;  // something was written since the last sync
  std::chrono::steady_clock::time_point synced_at_;
};

}  // namespace lehr
