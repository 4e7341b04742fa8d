#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include <lehr/journal/fit_records.hpp>
#include <lehr/journal/journal.hpp>
#include <lehr/run/run.hpp>
#include <lehr/samplers/fit.hpp>
#include <lehr/samplers/warm_up_evaluations.hpp>

namespace lehr {

/// The journal of a running fit, from which it resumes to the same bits: what was asked for, every evaluation of
/// warm-up, every kept draw, and the time spent. A draw at which the chain stayed takes a few bytes.
class FitJournal final : public FitStore {
 public:
  static std::unique_ptr<FitJournal> begin(const std::string& path, const RunInfo& info);
  /// Continues a journal. A UsageError, which names what differs, if it was begun with other options or data; it may
  /// have been begun with another goal or number of draws.
  static std::unique_ptr<FitJournal> resume(const std::string& path, const RunInfo& info);

  std::optional<std::vector<double>> known_evaluation(std::size_t chain, std::size_t index) const override;
  void keep_evaluation(std::size_t chain, std::size_t index, std::span<const double> found) override;
  std::optional<Kept> known_draws(std::size_t chain) const override;
  void keep_draw(std::size_t chain, std::size_t draw, const ChainState& state, const Way& way) override;

  /// The draws that every chain has.
  std::size_t draws() const;
  /// The draws of a chain, those it was opened with and those that came since.
  std::size_t draws(std::size_t chain) const { return known_[chain].log_thetas.size() / space_.size(); }
  /// log theta of one of them.
  std::span<const double> log_theta(std::size_t chain, std::size_t draw) const {
    return std::span(known_[chain].log_thetas).subspan(draw * space_.size(), space_.size());
  }
  /// The numbers of all evaluations that are known of a chain's share of warm-up, one after the other.
  const std::vector<double>& evaluations(std::size_t chain) const { return known_[chain].evaluations; }

  /// Notes that these draws and this goal are asked for from now on, where they are not those of before.
  void ask_for(const FitSettings& settings);

  double known_seconds() const { return known_seconds_; }
  void keep_seconds(double seconds);

  /// Ends the journal's life: its draws are in a run file now.
  void remove() { writer_->remove(); }
  void sync() { writer_->sync(); }

 private:
  explicit FitJournal(const RunInfo& info);
  struct Known {
    std::vector<double> evaluations;
    std::vector<double> log_thetas;   // [draw * parameters + parameter], of all draws in the journal
    std::optional<Kept> opened_with;  // but for its log thetas
  };
  void recall(const JournalRecord& record, const RunInfo& info, fit_records::Sequence& sequence);

  ParameterSpace space_;
  std::unique_ptr<JournalWriter> writer_;
  std::vector<Known> known_;  // by chain
  std::size_t numbers_;       // of an evaluation
  double known_seconds_ = 0;
  fit_records::Length length_;  // that is asked for
};

/// What a journal says of its run besides the draws. An InputError for a run that was killed before it had begun.
struct JournalContents {
  RunInfo info;
  RunProgress progress;
  double seconds = 0;  // of the pieces of the run that have come to their end
};
JournalContents read_journal_contents(const std::string& path);

/// Every draw that a journal holds, in the order of its chain.
void visit_journal_draws(const std::string& path, const RunInfo& info,
                         const std::function<void(std::size_t chain, std::size_t draw, const Draw&)>& visit);

}  // namespace lehr
