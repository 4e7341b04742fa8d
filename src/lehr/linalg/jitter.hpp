#pragma once

#include <array>
#include <optional>
#include <stop_token>

#include <lehr/linalg/types.hpp>

namespace lehr {

/// What is tried, as a share of the diagonal.
inline constexpr std::array kJitters = {0.0, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6};

/// factor <- L with K + jitter I = L L'. K is a covariance with a constant diagonal, given by its lower triangle.
///
/// Equal rows make K singular, and then no factor exists without jitter. Tries 0, then 1e-10, 1e-9, …, 1e-6 times the
/// diagonal, and returns the first that works: a function of K alone, never of what came before. Whoever uses the
/// factor must use K + jitter I as the covariance everywhere. Empty if none works: K is not finite. Asks `stop` before
/// each try, and is empty after a request.
[[nodiscard]] std::optional<double> factorise_with_jitter(const Matrix& k, Matrix& factor,
                                                          const std::stop_token& stop = {});

}  // namespace lehr
