#pragma once

#include <vector>

#include "support/latent_case.hpp"

// log p(y | theta) of small problems by closed forms and quadrature, independent of sites and estimators.
namespace lehr {

/// n <= 3: log P(y_i t_i > 0 for all i), t ~ N(0, A), from the correlations of D A D, D = diag(y).
double log_orthant_probability(const Matrix& a, const std::vector<double>& y);

/// Probit, n <= 3: t = f + e, e ~ N(0, I).
double log_probit_evidence(const LatentCase& latent);

/// n <= 3, any likelihood: E[prod_i p(y_i | f_i)], f = L x, by Gauss-Hermite in each x_i.
double log_evidence_by_quadrature(const LatentCase& latent, int points);

/// K = sigma 11', any n: all rows share one latent value g ~ N(0, sigma).
double log_evidence_of_one_shared_value(const LatentCase& latent, double sigma);

/// Gaussian likelihood: log N(y | 0, K + I).
double log_gaussian_evidence(const LatentCase& latent);

}  // namespace lehr
