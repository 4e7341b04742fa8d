#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lehr/journal/journal.hpp>
#include <lehr/run/run.hpp>

namespace lehr::fit_records {

// Kinds of records in the journal of a fit.
inline constexpr std::uint32_t kHead = 1;        // what was asked for, as JSON; once, as the first record
inline constexpr std::uint32_t kEvaluation = 2;  // of warm-up: one number
inline constexpr std::uint32_t kMoved = 3;       // a draw: whether accepted, then the numbers of the state
inline constexpr std::uint32_t kStayed = 4;      // a draw at the state before: whether accepted
inline constexpr std::uint32_t kSeconds = 5;     // one number: all that the run has taken so far

inline bool is_draw(const JournalRecord& record) { return record.key.kind == kMoved || record.key.kind == kStayed; }

/// Whether the records of a journal make sense one after another. Checksums tell a damaged record, but not one that was
/// made by someone else.
class Sequence {
 public:
  explicit Sequence(std::string name) : name_(std::move(name)) {}  // of the file, for messages

  /// Throws an InputError for a record that cannot follow those before it.
  void check(const JournalRecord& record);

  /// To be called with what the head says.
  void begin(const RunInfo& info) {
    draws_.assign(info.fit.chains, 0);
    most_draws_ = info.fit.draws;
  }
  bool has_begun() const { return !draws_.empty(); }

  /// Of each chain.
  const std::vector<std::size_t>& draws() const { return draws_; }

 private:
  [[noreturn]] void fail(const std::string& what) const;

  std::string name_;
  std::vector<std::size_t> draws_;
  std::size_t most_draws_ = 0;
};

}  // namespace lehr::fit_records
