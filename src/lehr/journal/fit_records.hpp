#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lehr/journal/journal.hpp>
#include <lehr/run/run.hpp>
#include <lehr/samplers/fit_store.hpp>

namespace lehr::fit_records {

// Kinds of records in the journal of a fit.
inline constexpr std::uint32_t kHead = 1;        // what was asked for, as JSON; once, as the first record
inline constexpr std::uint32_t kEvaluation = 2;  // of warm-up: one number
inline constexpr std::uint32_t kMoved = 3;       // a draw: how it came about, then the numbers of the state
inline constexpr std::uint32_t kStayed = 4;      // a draw at the state before: how it came about
inline constexpr std::uint32_t kSeconds = 5;     // one number: all that the run has taken so far
inline constexpr std::uint32_t kLength = 6;      // what is asked for from here on: draws of each chain; the goal, or 0

/// How long a run is to be, as its settings say: at most so many draws of each chain, and the goal if it has one.
struct Length {
  std::uint64_t draws = 0;
  std::optional<std::uint64_t> goal = {};

  bool operator==(const Length&) const = default;
};
inline Length length_of(const FitSettings& settings) { return {settings.most_draws(), settings.used_goal()}; }

inline bool is_draw(const JournalRecord& record) { return record.key.kind == kMoved || record.key.kind == kStayed; }

/// How a draw came about, as one number: twice the iterations whose numbers broke down, and 1 where the last one was
/// accepted.
inline double packed(const FitStore::Way& way) { return 2 * static_cast<double>(way.broken) + (way.accepted ? 1 : 0); }
inline bool accepted_of(double way) { return std::fmod(way, 2) == 1; }
inline double broken_of(double way) { return std::floor(way / 2); }

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
    length_ = length_of(info.fit);
    thin_ = static_cast<double>(info.fit.thin);
    most_draws_ = length_.draws;
  }
  bool has_begun() const { return !draws_.empty(); }

  /// What is asked for in the end.
  const Length& length() const { return length_; }

  /// Of each chain.
  const std::vector<std::size_t>& draws() const { return draws_; }

 private:
  [[noreturn]] void fail(const std::string& what) const;
  void check_way(double way) const;
  void change_length(const std::vector<double>& numbers);

  std::string name_;
  std::vector<std::size_t> draws_;
  double thin_ = 1;
  Length length_;
  std::uint64_t most_draws_ = 0;  // that were ever asked for
};

}  // namespace lehr::fit_records
