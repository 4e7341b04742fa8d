#pragma once

#include <optional>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/posterior/predict.hpp>
#include <lehr/run/run.hpp>

namespace lehr {

/// The posterior of the coefficients of the terms beside the kernel: "intercept", then "slope[FEATURE]" in column
/// order; none where the model has no terms. Given a state a coefficient is normal (Regression::coefficients), so that
/// over some states its posterior is a mixture of normals: mean, sd and quantiles are those of the mixture, nothing is
/// drawn. One factorisation in double for each state. Empty when the numbers break down, and after a stop request.
std::optional<std::vector<Coefficient>> summarise_coefficients(const PosteriorView& posterior,
                                                               const RunContext& context = {});

}  // namespace lehr
