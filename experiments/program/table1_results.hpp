#pragma once

#include <optional>
#include <string>
#include <vector>

#include <experiments/program/table1_units.hpp>

namespace lehr::reproduce {

/// A number of the paper.
struct Published {
  static constexpr double kChains = 5;
  double acceptance;  // in per cent
  double sd;          // over its chains
};
/// What the paper's table has in this place, if anything: experiments/paper_table1.csv.
std::optional<Published> published(const Setting& setting, const Column& column);

/// What was found in one place of the table.
struct Cell {
  Setting setting;
  Column column;
  std::vector<double> acceptance;                 // in per cent, one of each chain
  std::optional<double> effective_per_1000 = {};  // the smallest effective size over the parameters
  double cost = 0;                                // of an iteration, in factorisations
  std::string sampler = {};                       // that was used
  std::size_t broken = 0;                         // proposals at which the numbers broke down
  std::string commit = {};                        // of the programs that ran it

  double mean() const;
  double sd() const;
  /// How many of the paper's standard deviations our mean is above the paper's.
  std::optional<double> sds_away() const;
  /// The same in standard errors of the difference: both means are over chains, which scatter.
  std::optional<double> errors_away() const;
  std::optional<double> cost_per_effective_draw() const;
};

/// The cells whose summaries are there, setting by setting.
std::vector<Cell> table1_cells(const std::vector<Setting>& settings, const Results& results);

/// The cell in this place, if it is there.
const Cell* find_cell(const std::vector<Cell>& cells, const Setting& setting, std::string_view column);

}  // namespace lehr::reproduce
