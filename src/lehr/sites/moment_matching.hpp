#pragma once

#include <lehr/likelihoods/row_density.hpp>
#include <lehr/linalg/types.hpp>
#include <lehr/priors/sites.hpp>

namespace lehr {

/// What matching moments gives.
struct MatchedSites {
  Sites sites;
  double mismatch = 0;      // largest difference between the moments of q and the matched ones, in sds and variances
  double log_evidence = 0;  // log Z_EP at the old sites, less log Zq
};

/// New sites from the marginals N(mean_i, variance_i) of q under the old ones: each so that q, and (q without the site)
/// times the row's likelihood, agree in mean and variance. With the cavity
///   b = 1 - w v,  vc = v / b,  mc = (mu - v nu) / b
/// and log Z(mc) = log of the integral of p(y | f) N(f | mc, vc), g = d log Z / d mc, h = -d2 log Z / d mc2,
///   w = h / (1 - vc h),  nu = (g + mc h) / (1 - vc h),
///   log Z_EP = log Zq + sum [ log Z - log(b) / 2 + (w mu^2 - 2 nu mu + v nu^2) / (2 b) ],
/// forms in which nothing cancels. A pure function, O(n).
MatchedSites match_moments(const RowDensity& density, const Sites& sites, const Vector& mean, const Vector& variance);

/// log Z(mc) of each row there: where the sites match, EP's log p(y_i | y of the other rows, theta).
Vector log_cavity_integrals(const RowDensity& density, const Sites& sites, const Vector& mean, const Vector& variance);

}  // namespace lehr
