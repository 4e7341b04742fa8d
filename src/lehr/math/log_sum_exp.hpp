#pragma once

#include <span>

namespace lehr {

/// log sum_i exp(x[i]) without overflow; -infinity for an empty span or when every x is -infinity.
double log_sum_exp(std::span<const double> x);

/// log of the mean of exp(x[i]).
double log_mean_exp(std::span<const double> x);

}  // namespace lehr
