#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/posterior/feature_relevance.hpp>
#include <lehr/posterior/predict.hpp>
#include <lehr/run/run.hpp>

namespace lehr {

/// How far predictions move with each feature, in the features' order. Of each draw the mean over rows of
///   sqrt(2 KL(p(y | x) || p(y | x'))) / step,
/// with x' the row x whose feature is larger by half its standard deviation, and `step` one half. So do Paananen et
/// al., with infinitely small steps (Variable selection for Gaussian processes via sensitivity analysis of the
/// posterior predictive distribution, AISTATS 2019). It is the change of the predictive distribution in units of its
/// own spread, whatever the shape along the feature; the inverse length-scale says how wiggly it is.
///
/// `rows` are rows of the training table. Empty when the numbers break down, and after a stop request.
std::optional<std::vector<FeatureRelevance>> find_relevance(const PosteriorView& posterior, const Dataset& rows,
                                                            const RunContext& context);

/// Whether the draws of a parameter have another law than its prior. The largest distance of their distribution
/// functions is then more than draws of this worth have by chance, and more than a tenth.
bool is_learned(const Parameter& parameter, const Chains& chains, std::size_t index);

}  // namespace lehr
