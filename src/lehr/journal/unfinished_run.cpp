#include <lehr/journal/unfinished_run.hpp>

#include <algorithm>
#include <numeric>

#include <lehr/journal/fit_journal.hpp>

namespace lehr {
namespace {

class UnfinishedRun final : public StoredRun {
 public:
  explicit UnfinishedRun(const std::string& path) : path_(path), contents_(read_journal_contents(path)) {
    outcome_ = {.sampler = contents_.info.fit.sampler, .seconds = contents_.seconds, .estimate_noise = 0};
    if (contents_.info.fit.used_goal()) outcome_.goal_reached = false;  // else the run would have ended
    const std::vector<std::size_t>& evaluations = contents_.progress.evaluations;
    outcome_.warmup_evaluations = std::accumulate(evaluations.begin(), evaluations.end(), std::size_t{0});
    draws_ = *std::min_element(contents_.progress.draws.begin(), contents_.progress.draws.end());
  }

  const RunInfo& info() const override { return contents_.info; }
  const RunOutcome& outcome() const override { return outcome_; }
  std::size_t draws() const override { return draws_; }
  std::optional<RunProgress> progress() const override { return contents_.progress; }

  Chains read_chains() const override {
    const std::size_t total = contents_.info.fit.chains * draws_;
    Chains chains;
    chains.draws = draws_;
    chains.parameters.assign(contents_.info.parameter_names.size(), std::vector<double>(total));
    chains.log_evidence_estimate.resize(total);
    chains.log_prior.resize(total);
    chains.accepted.resize(total);
    chains.numbers_from.resize(total);
    chains.broken.resize(total);
    visit_kept([&](std::size_t chain, std::size_t index, const Draw& draw) {
      const std::size_t place = chain * draws_ + index;
      for (std::size_t p = 0; p < draw.parameters.size(); ++p) chains.parameters[p][place] = draw.parameters[p];
      chains.log_evidence_estimate[place] = draw.log_evidence_estimate;
      chains.log_prior[place] = draw.log_prior;
      chains.accepted[place] = draw.accepted;
      chains.numbers_from[place] = draw.numbers_from;
      chains.broken[place] = draw.broken;
    });
    return chains;
  }

  void visit_draws(std::span<const std::size_t> draws, const VisitDraw& visit) const override {
    visit_kept([&](std::size_t chain, std::size_t index, const Draw& draw) {
      if (std::binary_search(draws.begin(), draws.end(), index)) visit(chain, index, draw);
    });
  }

 private:
  /// The draws that every chain has.
  void visit_kept(const VisitDraw& visit) const {
    visit_journal_draws(path_, contents_.info, [&](std::size_t chain, std::size_t index, const Draw& draw) {
      if (index < draws_) visit(chain, index, draw);
    });
  }

  std::string path_;
  JournalContents contents_;
  RunOutcome outcome_;
  std::size_t draws_ = 0;
};

}  // namespace

std::unique_ptr<StoredRun> open_unfinished_run(const std::string& path) {
  return std::make_unique<UnfinishedRun>(path);
}

}  // namespace lehr
