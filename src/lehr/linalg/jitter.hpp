#pragma once

#include <array>
#include <functional>
#include <optional>

#include <lehr/linalg/panel_matrix.hpp>
#include <lehr/linalg/panel_status.hpp>

namespace lehr {

/// What is tried, as a share of the variance.
inline constexpr std::array kJitters = {0.0, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6};

/// Writes a covariance K with so much more on its diagonal.
using FillCovariance = std::function<void(double added, PanelMatrix<double>& out)>;

/// factor <- L with K + jitter I = L L', where `fill` writes K anew for each try and `variance` is the largest on its
/// diagonal.
///
/// Equal rows make K singular, and then no factor exists without jitter. Tries 0, then 1e-10, 1e-9, …, 1e-6 times the
/// variance, and returns the first that works: a function of K alone, never of what came before. Whatever has to agree
/// with the factor must use K + jitter I as the covariance. Empty if none works, for K is not finite, and after a stop
/// request, which is asked for before each try and within it.
[[nodiscard]] std::optional<double> factorise_with_jitter(double variance, const FillCovariance& fill,
                                                          PanelMatrix<double>& factor, const StopCheck& stop = {});

}  // namespace lehr
