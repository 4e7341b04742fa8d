#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <experiments/program/chain_state.hpp>
#include <experiments/program/chain_trace.hpp>
#include <experiments/program/stopwatch.hpp>
#include <lehr/samplers/fit.hpp>

namespace lehr::reproduce {

/// What one part of a fit knows and finds. All chains run on one thread.
class FitPart final : public FitStore {
 public:
  FitPart(std::size_t chains, Index rows, bool predicts);

  void know_evaluations(const Json& part);
  void know_draws(const Json& part, const ParameterSpace& space);
  std::size_t new_evaluations() const { return new_; }

  Json evaluations_json() const;
  Json draws_json(const FitOutcome& outcome, const Dataset& training, const Model& model,
                  const Dataset* new_rows) const;

  std::optional<std::vector<double>> known_evaluation(std::size_t chain, std::size_t index) const override;
  void keep_evaluation(std::size_t chain, std::size_t index, std::span<const double> found) override;
  std::optional<Kept> known_draws(std::size_t chain) const override;
  void keep_draw(std::size_t chain, std::size_t draw, const ChainState& state, const Way& way) override;

 private:
  struct Chain {
    std::vector<std::vector<double>> evaluations;
    std::size_t known = 0;  // of them, from the parts before
    std::optional<Kept> kept;
    MoveRecorder moves;
    DrawsToPredictFrom draws;
    ChainState last;
    std::size_t count = 0;  // draws of this part
  };

  std::vector<Chain> chains_;
  bool predicts_;
  std::size_t new_ = 0;     // evaluations
  std::size_t broken_ = 0;  // iterations whose numbers broke down
  CholeskyClock clock_;
  double seconds_ = 0;  // of the iterations that were timed
  std::size_t timed_ = 0;
  std::optional<double> since_;  // when the last draw was kept
};

}  // namespace lehr::reproduce
