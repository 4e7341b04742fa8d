#include <lehr/sites/damping.hpp>

#include <algorithm>

namespace lehr {

void Damping::move_plainly(Sites& sites, const MatchedSites& matched) const {
  sites.precision += step_ * (matched.sites.precision - sites.precision);
  sites.shift += step_ * (matched.sites.shift - sites.shift);
}

void Damping::move(Sites& sites, const MatchedSites& matched) {
  if (mixes_ && setbacks_ < rule_.most_setbacks) {
    mix(sites, matched);
  } else {
    if (stalls(matched)) step_ = std::max(rule_.smallest_step, 0.5 * step_);
    move_plainly(sites, matched);
  }
  last_mismatch_ = matched.mismatch;
}

void Damping::mix(Sites& sites, const MatchedSites& matched) {
  stalled_ = matched.mismatch < rule_.clearly * best_mismatch_ ? 0 : stalled_ + 1;
  best_mismatch_ = std::min(best_mismatch_, matched.mismatch);
  if (matched.mismatch > rule_.setback * last_mismatch_ || stalled_ > rule_.most_stalled) {
    stalled_ = 0;
    ++setbacks_;
    step_ = setbacks_ == rule_.most_setbacks ? rule_.first_step : 0.5 * step_;
    mixing_.forget();
  }
  const Index n = sites.shift.size();
  Vector at(2 * n);
  at << sites.precision, sites.shift;
  Vector residual(2 * n);
  residual << matched.sites.precision - sites.precision, matched.sites.shift - sites.shift;
  const Vector next = mixing_.next(at, residual, step_);
  sites.precision = next.head(n)
                        .cwiseMax(rule_.least_part * sites.precision.cwiseMin(matched.sites.precision))
                        .cwiseMin(rule_.most_times * sites.precision.cwiseMax(matched.sites.precision))
                        .eval();
  sites.shift = next.tail(n);
}

}  // namespace lehr
