#pragma once

#include <optional>

#include <lehr/diagnostics/draws_view.hpp>

// Whether chains have converged and how much they know, as Vehtari, Gelman, Simpson, Carpenter and Bürkner define
// it. (Rank-normalization, folding, and localization: an improved R-hat, Bayesian Analysis 2021.) The conventions are
// those of R's package posterior, with equal numbers:
//  - every chain is split in halves, the middle draw of an odd number left out; one chain is therefore enough;
//  - empty (R's NA) where a draw is NaN, where the values looked at differ by less than 2.2e-16 (constant), and below 6
//    draws of each chain (4 for R-hat);
//  - infinite draws have ranks, so that rhat and ess_bulk exist with them; the others are empty.
namespace lehr {

/// The larger of the R-hats of the rank-normalised draws and of their rank-normalised distances from the median.
/// 1 at convergence; infinite where no half of a chain moves at all but they differ.
std::optional<double> rhat(DrawsView draws);

/// Of the rank-normalised draws: how well the centre of the distribution is known, whatever its tails.
std::optional<double> ess_bulk(DrawsView draws);

/// The smaller of the effective sizes for the 5 % and the 95 % quantile.
std::optional<double> ess_tail(DrawsView draws);

/// Of the draws themselves: for the mean.
std::optional<double> ess_mean(DrawsView draws);

/// The Monte Carlo standard error of the mean: sd / sqrt(ess_mean).
std::optional<double> mcse_mean(DrawsView draws);

}  // namespace lehr
