#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace lehr {

/// A generalised Pareto distribution of what exceeds a cut.
struct ParetoFit {
  double shape;  // k, drawn towards 1/2 by a prior worth ten values
  double scale;  // sigma

  /// Where a share p lies below.
  double quantile(double p) const;
};

/// Fitted to excesses in ascending order, the last of them positive (Zhang & Stephens 2009). Not finite where too many
/// of them are 0.
ParetoFit fit_pareto(std::span<const double> excesses);

/// So many of the largest weights are the tail: min(S / 5, 3 sqrt(S)).
std::size_t pareto_tail_size(std::size_t weights);

/// How heavy the upper tail of the weights is: the shape k of a generalised Pareto distribution fitted to the largest
/// pareto_tail_size of the weights (Vehtari, Simpson, Gelman, Yao & Gabry 2024). Moments up to 1 / k exist: above 1/2
/// the variance is infinite. Empty for fewer than 25 weights, and where the tail's weights are all alike.
std::optional<double> pareto_k(std::span<const double> log_weights);

/// Above this the error of the mean of so many weights is likely too small: min(1 - 1 / log10(S), 0.7).
double largest_good_pareto_k(std::size_t weights);

}  // namespace lehr
