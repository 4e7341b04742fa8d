#pragma once

#include <vector>

#include <lehr/api/evidence.hpp>

namespace lehr {

/// Every way to the evidence that suits the likelihood, at the same kernel parameters.
struct EvidenceComparison {
  std::vector<EvidenceReport> reports;  // the approximations' own values first, then estimators from each approximation
  double cholesky_seconds = 0;  // one factorisation of the same size, measured in the same call; of 2000 rows and
                                // reckoned up where there are more

  /// The cost of one estimate in such factorisations, shared work included.
  double cost(const EvidenceReport& report) const;
};

/// Runs each approximation that has an evidence of its own, and each estimator from each approximation it is built on.
/// Samples, repeats, ladder and seed are those of `settings`; its approximation and estimator are ignored. Runs on one
/// thread, so that costs can be compared.
EvidenceComparison compare_evidence(const Dataset& data, const ModelSettings& model, const KernelParameters& parameters,
                                    const EvidenceSettings& settings, const RunContext& context = {});

}  // namespace lehr
