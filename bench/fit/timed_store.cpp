#include <bench/fit/timed_store.hpp>

#include <utility>

#include <bench/stopwatch.hpp>

namespace lehr::bench {
namespace {

constexpr double kUnitShare = 0.1;  // of the time goes to the unit

}  // namespace

TimedStore::TimedStore(std::size_t chains, Timed unit)
    : states(chains), unit_(std::move(unit)), last_(thread_seconds()) {}

void TimedStore::time_unit() {
  const double begin = thread_seconds();
  unit_.reset();
  unit_.run();  // brings the matrix into the caches that the work has used
  unit_.reset();
  unit_total_ += seconds_of(unit_.run);
  ++unit_runs_;
  unit_spent_ += thread_seconds() - begin;
}

void TimedStore::keep_evaluation(std::size_t /*chain*/, std::size_t /*index*/, std::span<const double> /*found*/) {
  const double now = thread_seconds() - unit_spent_;
  evaluation_seconds_ += now - last_;
  before_draws_ += now - last_;
  last_ = now;
  ++evaluations_;
}

void TimedStore::keep_draw(std::size_t chain, std::size_t /*draw*/, const ChainState& state, const Way& way) {
  const double now = thread_seconds() - unit_spent_;
  (draws_ == 0 ? before_draws_ : draw_seconds_) += now - last_;
  since_unit_ += now - last_;
  if (unit_runs_ == 0 || kUnitShare * since_unit_ > 2 * unit_seconds()) {
    time_unit();
    since_unit_ = 0;
  }
  states[chain].push_back(state);
  ++draws_;
  if (way.accepted) ++accepted_;
  last_ = thread_seconds() - unit_spent_;
}

double TimedStore::evaluation_units() const { return evaluation_seconds_ / unit_seconds(); }

double TimedStore::warm_up_units() const { return before_draws_ / unit_seconds(); }

// The first draw's time counts as warm-up: the settling iterations are in it.
double TimedStore::iteration_units() const { return draw_seconds_ / static_cast<double>(draws_ - 1) / unit_seconds(); }

double TimedStore::acceptance_rate() const { return static_cast<double>(accepted_) / static_cast<double>(draws_); }

}  // namespace lehr::bench
