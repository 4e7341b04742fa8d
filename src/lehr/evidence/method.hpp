#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include <lehr/evidence/estimator.hpp>
#include <lehr/evidence/ladder.hpp>
#include <lehr/evidence/settings.hpp>
#include <lehr/likelihoods/likelihood.hpp>
#include <lehr/sites/approximation.hpp>
#include <lehr/sites/learned_sites.hpp>

namespace lehr {

/// How the evidence is found at any theta; fixed for a whole run.
struct EvidenceMethod {
  const Approximation& approximation;
  std::optional<int> sweeps;   // of the approximation; empty: until converged
  const Estimator* estimator;  // none: the approximation's own evidence
  Ladder ladder;
  std::shared_ptr<const LearnedSites> learned = nullptr;  // where the sweeps begin, and fewer are enough
  bool roughly = false;  // where it converges: to about 1e-5 of its log evidence, at half the price
};

/// The method that the settings mean, with every default filled in.
EvidenceMethod choose_method(const EvidenceSettings& settings, const Likelihood& likelihood, std::size_t rows);

/// The same for a chain, which does not feel the last digits of an approximation: they are left out unless asked for.
EvidenceMethod choose_chain_method(const EvidenceSettings& settings, const Likelihood& likelihood, std::size_t rows);

}  // namespace lehr
