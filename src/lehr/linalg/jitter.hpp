#pragma once

#include <optional>

#include <lehr/linalg/types.hpp>

namespace lehr {

/// K + jitter I = L L'; L takes the place of the covariance K (lower triangle), whose diagonal is constant.
///
/// Equal rows make K singular, and then no factor exists without jitter. Tries 0, then 1e-10, 1e-9, …, 1e-6 times the
/// diagonal, and returns the first that works: a function of K alone, never of what came before. Whoever uses the factor
/// must use K + jitter I as the covariance everywhere. Empty if none works: K is not finite.
[[nodiscard]] std::optional<double> factorise_with_jitter(Matrix& k);

}  // namespace lehr
