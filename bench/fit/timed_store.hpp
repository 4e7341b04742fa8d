#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <bench/interleaved.hpp>
#include <lehr/samplers/fit.hpp>

namespace lehr::bench {

/// Keeps the draws of a fit on one thread and the processor time they took. Between draws it times the unit of cost, so
/// that a slow moment of the machine hits both; that time counts as neither.
class TimedStore final : public FitStore {
 public:
  TimedStore(std::size_t chains, Timed unit);

  std::optional<std::vector<double>> known_evaluation(std::size_t, std::size_t) const override { return std::nullopt; }
  void keep_evaluation(std::size_t chain, std::size_t index, std::span<const double> found) override;
  std::optional<Kept> known_draws(std::size_t) const override { return std::nullopt; }
  void keep_draw(std::size_t chain, std::size_t draw, const ChainState& state, const Way& way) override;

  std::size_t evaluations() const { return evaluations_; }
  double evaluation_units() const;  // all evaluations of warm-up
  double warm_up_units() const;     // all that came before the first kept draw
  double iteration_units() const;   // one kept iteration
  double acceptance_rate() const;

  std::vector<std::vector<ChainState>> states;  // by chain

 private:
  void time_unit();
  double unit_seconds() const { return unit_total_ / static_cast<double>(unit_runs_); }

  Timed unit_;
  double last_;  // when the clock was read, less all that went to the unit
  double unit_spent_ = 0;
  double unit_total_ = 0;
  std::size_t unit_runs_ = 0;
  double evaluation_seconds_ = 0;
  double before_draws_ = 0;
  double draw_seconds_ = 0;
  double since_unit_ = 0;
  std::size_t evaluations_ = 0;
  std::size_t draws_ = 0;
  std::size_t accepted_ = 0;
};

}  // namespace lehr::bench
