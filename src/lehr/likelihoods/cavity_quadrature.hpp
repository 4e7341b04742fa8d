#pragma once

#include <lehr/likelihoods/row_density.hpp>

namespace lehr {

/// log Z(m) and its derivatives for any log-concave likelihood whose features lie near f = 0, by composite
/// Gauss-Legendre quadrature of p(y | f) N(f | mean, variance). Relative error about 1e-12; some hundred evaluations.
///
/// With l = log p(y | f) and E the mean under the normalised integrand, integration by parts gives
///   d log Z / dm = E[l'],   d2 log Z / dm2 = E[l''] + Var[l'],
/// which stay accurate where (matched mean - m) / v would cancel.
CavityIntegral cavity_integral_by_quadrature(const RowDensity& density, std::size_t row, double mean, double variance);

/// Where p(y | f) N(f | mean, variance) is highest, to about a hundredth of the peak's width.
double tilted_mode(const RowDensity& density, std::size_t row, double mean, double variance);

}  // namespace lehr
