#pragma once

#include <vector>

#include <lehr/evidence/estimator.hpp>
#include <lehr/linalg/types.hpp>

namespace lehr {

/// What GHK makes of the sites of an approximation: softer ones, and an order of the rows.
struct GhkSites {
  std::vector<Index> order;  // descending precision of the approximation's sites
  Vector precision;          // w, softened, below 1: row order[i] at place i, here and below
  Vector shift;              // nu
  Vector y;
};

GhkSites ghk_sites(const LatentProblem& problem, const SitePosterior& posterior);

}  // namespace lehr
