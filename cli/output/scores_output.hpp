#pragma once

#include <string>
#include <vector>

#include <cli/output/json_output.hpp>
#include <lehr/lehr.hpp>

// Scores of probabilities, as `lehr score` and `lehr cv` show them.
namespace lehr::cli {

class Console;

/// Without the bins.
Json scores_json(const Scores& scores);

Json reliability_json(const std::vector<ReliabilityBin>& bins);

/// A table with a line for each bin.
std::string reliability_text(const std::vector<ReliabilityBin>& bins, const Console& console);

}  // namespace lehr::cli
