#pragma once

#include <vector>

#include <lehr/diagnostics/draws_view.hpp>

namespace lehr {

/// For each lag t < draws, (1 / draws) sum_i (x_i - m)(x_{i+t} - m) with m the chain's own mean, averaged over the
/// chains. All lags cost O(chains draws log draws), so chains that do not mix are no slower than those that do.
std::vector<double> mean_autocovariance(DrawsView chains);

}  // namespace lehr
