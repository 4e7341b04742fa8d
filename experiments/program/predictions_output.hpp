#pragma once

#include <string>
#include <vector>

#include <experiments/program/grid.hpp>
#include <experiments/program/predictions_results.hpp>
#include <experiments/program/source.hpp>

namespace lehr::reproduce {

/// For each set, the methods and their scores.
std::vector<Grid> prediction_grids(const std::vector<ValidatedSet>& sets);

/// For each set: how the fits of the exact posterior went, how far optima lie apart, and what all took.
std::vector<std::string> fold_lines(const std::vector<ValidatedSet>& sets);

std::string predictions_csv(const std::vector<ValidatedSet>& sets, const Source& source);

/// A panel for each set and method: how often the positive class came, against the probability it was given.
void draw_reliability(const Request& request, const std::vector<ValidatedSet>& sets, const std::string& source,
                      Report& report);

}  // namespace lehr::reproduce
