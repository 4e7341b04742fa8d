#pragma once

#include <string>
#include <vector>

#include <experiments/program/grid.hpp>
#include <experiments/program/source.hpp>
#include <experiments/program/table1_results.hpp>

namespace lehr::reproduce {

/// The tables for readers: beside the paper, all columns, effective sizes, costs.
std::vector<Grid> table1_grids(const std::vector<Setting>& settings, const std::vector<Cell>& cells);

/// What stands out: cells far from the paper's, columns far below the rate without noise, what was not run.
std::vector<std::string> table1_findings(const std::vector<Setting>& settings, const std::vector<Cell>& cells);

/// A line for each cell.
std::string table1_csv(const std::vector<Cell>& cells, const ChainCounts& counts, const Source& source);

}  // namespace lehr::reproduce
