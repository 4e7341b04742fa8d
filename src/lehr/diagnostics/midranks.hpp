#pragma once

#include <span>
#include <vector>

namespace lehr {

/// The place of each value in sorted order, counted from 1; equal values share the mean of their places. No NaN.
std::vector<double> midranks(std::span<const double> values);

}  // namespace lehr
