#pragma once

#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include <lehr/data/dataset.hpp>
#include <lehr/evidence/at_theta.hpp>
#include <lehr/evidence/method.hpp>
#include <lehr/model/model.hpp>

namespace lehr {

/// An approximation that may be tuned on: one with an evidence of its own. A UsageError otherwise.
const Approximation& tuning_approximation(std::string_view name);

/// log p(log theta) + log Z(theta) with Z the evidence of an approximation: a deterministic stand-in for the posterior,
/// which warm-up learns from. Holds buffers: one per thread.
class DeterministicTarget {
 public:
  DeterministicTarget(const Dataset& data, const Model& model, const Approximation& approximation,
                      std::stop_token stop = {});

  /// Empty when the numbers break down at this theta, and after a stop request.
  std::optional<double> log_density(std::span<const double> log_theta);

  /// The same with its slope.
  struct Value {
    double log_density;
    std::vector<double> slope;  // empty where only the numbers of the slope broke down
    FoundSites sites;
  };
  std::optional<Value> with_slope(std::span<const double> log_theta);

 private:
  const Dataset& data_;
  const Model& model_;
  EvidenceMethod method_;
  std::stop_token stop_;
  EvidenceAtTheta at_theta_;
};

}  // namespace lehr
