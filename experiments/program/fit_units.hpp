#pragma once

#include <memory>
#include <string>
#include <vector>

#include <experiments/program/chain_trace.hpp>
#include <experiments/program/walk_units.hpp>
#include <lehr/samplers/settings.hpp>

namespace lehr::reproduce {

/// A fit, as `lehr fit` runs it, in parts: first the evaluations of its warm-up, then the draws of all its chains. Each
/// part is a fit that knows what the parts before it found and stops when it has found its share.
class FitPlan {
 public:
  /// `name` is that of the column, in unit names; `new_rows`, if any, are predicted from every draw.
  FitPlan(Problem problem, std::string name, FitSettings settings, std::shared_ptr<const Dataset> new_rows = nullptr);

  std::vector<Unit> units() const;
  std::vector<std::string> unit_names() const;
  Json options() const { return part_options(true); }

  /// From the results of all units: one trace for each chain, and the probability of the positive class at each of the
  /// new rows, averaged over all draws.
  std::vector<ChainTrace> traces(const Results& results) const;
  std::vector<double> probabilities(const Results& results) const;

 private:
  std::size_t warm_up_parts() const { return problem_.parts_of(evaluations_); }
  std::size_t draw_parts() const { return problem_.parts_of(settings_.most_draws()); }
  /// Of a part of the draws or of the warm-up, on which not all that concerns draws has an influence.
  Json part_options(bool draws) const;
  Json run_part(std::size_t part, const Results& results, const RunContext& context) const;

  Problem problem_;
  std::string name_;
  FitSettings settings_;
  std::shared_ptr<const Dataset> new_rows_;
  std::size_t evaluations_;  // of all chains
};

}  // namespace lehr::reproduce
