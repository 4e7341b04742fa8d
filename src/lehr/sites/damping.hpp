#pragma once

#include <limits>

#include <lehr/priors/sites.hpp>
#include <lehr/sites/damping_rule.hpp>
#include <lehr/sites/mixing.hpp>
#include <lehr/sites/moment_matching.hpp>

namespace lehr {

/// Sites on their way, sped up by mixing where they shall converge: on its way it may pass sites that are poor, so a
/// given number of sweeps goes without. How far they move is cut when the mismatch grows, which ends oscillations;
/// where that does not help, the steps are plain and cut until the mismatch shrinks steadily.
class Damping {
 public:
  Damping(bool to_convergence, const DampingRule& rule)
      : rule_(rule), mixes_(to_convergence), mixing_(rule), step_(rule.first_step) {}

  /// From no sites, whose mismatch tells nothing of the steps to come.
  void move_first(Sites& sites, const MatchedSites& matched) const { move_plainly(sites, matched); }
  void move(Sites& sites, const MatchedSites& matched);

  /// Whether the mismatch has all but stopped to shrink.
  bool stalls(const MatchedSites& matched) const { return matched.mismatch > rule_.stalls * last_mismatch_; }

 private:
  void move_plainly(Sites& sites, const MatchedSites& matched) const;
  void mix(Sites& sites, const MatchedSites& matched);

  DampingRule rule_;
  bool mixes_;
  Mixing mixing_;
  double step_;
  int setbacks_ = 0;
  int stalled_ = 0;  // sweeps since the mismatch was clearly the smallest
  double best_mismatch_ = std::numeric_limits<double>::infinity();
  double last_mismatch_ = std::numeric_limits<double>::infinity();
};

}  // namespace lehr
