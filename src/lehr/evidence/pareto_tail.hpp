#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace lehr {

/// How heavy the upper tail of the weights is: the shape k of a generalised Pareto distribution fitted to the largest
/// min(S / 5, 3 sqrt(S)) of S weights (Vehtari, Simpson, Gelman, Yao & Gabry 2024). The fit is that of
/// Zhang & Stephens (2009), drawn towards 1/2 by a prior worth ten weights. Moments up to 1 / k exist: above 1/2 the
/// variance is infinite. Empty for fewer than 25 weights, and where the tail's weights are all alike.
std::optional<double> pareto_k(std::span<const double> log_weights);

/// Above this the error of the mean of so many weights is likely too small: min(1 - 1 / log10(S), 0.7).
double largest_good_pareto_k(std::size_t weights);

}  // namespace lehr
