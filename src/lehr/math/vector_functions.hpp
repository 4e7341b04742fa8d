#pragma once

#include <span>

namespace lehr {

/// x[i] <- exp(x[i]), relative error below 4e-16, about one nanosecond each. Below -708 the result is 0, never
/// denormal.
void exp_in_place(std::span<double> x);

/// x[i] <- log(x[i]) for normal x[i] > 0, relative error below 1e-15, about one nanosecond each.
void log_in_place(std::span<double> x);

}  // namespace lehr
