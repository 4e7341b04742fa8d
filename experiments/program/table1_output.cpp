#include <experiments/program/table1_output.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

#include <lehr/diagnostics/moments.hpp>

namespace lehr::reproduce {
namespace {

constexpr double kFarFromPaper = 3;     // of its standard deviations
constexpr double kFarBelowNoNoise = 3;  // points
constexpr const char* kNotThere = "-";

std::string name_of(const Setting& setting) { return setting.set + " " + setting.kernel; }

std::string with_sd(double mean, double sd) { return decimals(mean, 1) + " (" + decimals(sd, 1) + ")"; }

std::string or_dash(const std::optional<double>& value, int count) {
  return value ? decimals(*value, count) : kNotThere;
}

bool is_begun(const Setting& setting, const std::vector<Cell>& cells) {
  return std::any_of(kColumns.begin(), kColumns.end(),
                     [&](const Column& column) { return find_cell(cells, setting, column.name) != nullptr; });
}

/// A row for each setting that is begun, a column for each of the table's.
Grid all_columns(std::string title, const std::vector<Setting>& settings, const std::vector<Cell>& cells,
                 const std::function<std::string(const Cell&)>& show) {
  Grid grid{std::move(title), {{"setting"}}};
  for (const Column& column : kColumns) grid.rows[0].emplace_back(column.label);
  for (const Setting& setting : settings) {
    if (!is_begun(setting, cells)) continue;
    std::vector<std::string> row = {name_of(setting)};
    for (const Column& column : kColumns) {
      const Cell* cell = find_cell(cells, setting, column.name);
      row.push_back(cell == nullptr ? kNotThere : show(*cell));
    }
    grid.rows.push_back(std::move(row));
  }
  return grid;
}

Grid beside_the_paper(const std::vector<Setting>& settings, const std::vector<Cell>& cells) {
  Grid grid{
      "Acceptance in per cent, mean (sd over chains), beside the paper's; the last columns: how many of the paper's "
      "sds ours is above, and how many standard errors of the difference",
      {{"setting", "column", "ours", "the paper", "sds away", "standard errors away"}}};
  for (const Setting& setting : settings) {
    for (const Column& column : kColumns) {
      const std::optional<Published> paper = published(setting, column);
      if (!paper || !is_begun(setting, cells)) continue;
      const Cell* cell = find_cell(cells, setting, column.name);
      grid.rows.push_back(
          {name_of(setting), std::string(column.label), cell == nullptr ? kNotThere : with_sd(cell->mean(), cell->sd()),
           with_sd(paper->acceptance, paper->sd), cell == nullptr ? kNotThere : or_dash(cell->sds_away(), 1),
           cell == nullptr ? kNotThere : or_dash(cell->errors_away(), 1)});
    }
  }
  return grid;
}

/// "1.4 ± 0.6 points below the rate without noise": chain by chain, which share their tuning and their proposals'
/// random numbers.
std::string gap_in_words(const Cell& cell, const Cell& without_noise) {
  std::vector<double> gaps;
  for (std::size_t chain = 0; chain < cell.acceptance.size(); ++chain) {
    gaps.push_back(without_noise.acceptance.at(chain) - cell.acceptance[chain]);
  }
  const double gap = sample_mean(gaps);
  const double error = std::sqrt(sample_variance(gaps) / static_cast<double>(gaps.size()));
  return decimals(std::abs(gap), 1) + " ± " + decimals(error, 1) + " points " + (gap > 0 ? "below" : "above") +
         " the rate without noise";
}

}  // namespace

std::vector<Grid> table1_grids(const std::vector<Setting>& settings, const std::vector<Cell>& cells) {
  return {
      beside_the_paper(settings, cells),
      all_columns("Acceptance in per cent, mean (sd over chains)", settings, cells,
                  [](const Cell& cell) { return with_sd(cell.mean(), cell.sd()); }),
      all_columns("Effective draws per 1000 iterations, of the parameter with the fewest", settings, cells,
                  [](const Cell& cell) { return or_dash(cell.effective_per_1000, 1); }),
      all_columns("Cost of an iteration, in factorisations of the same size", settings, cells,
                  [](const Cell& cell) { return decimals(cell.cost, 1); }),
      all_columns("Cost of an effective draw, in factorisations of the same size (without tuning)", settings, cells,
                  [](const Cell& cell) { return or_dash(cell.cost_per_effective_draw(), 0); }),
  };
}

std::vector<std::string> table1_findings(const std::vector<Setting>& settings, const std::vector<Cell>& cells) {
  std::vector<std::string> findings;
  for (const Cell& cell : cells) {
    const std::optional<double> away = cell.sds_away();
    if (away && std::abs(*away) > kFarFromPaper) {
      findings.push_back(name_of(cell.setting) + ", " + std::string(cell.column.label) + ": " + decimals(*away, 1) +
                         " of the paper's sds away");
    }
    if (cell.sampler != cell.column.sampler) {
      findings.push_back(name_of(cell.setting) + ", " + std::string(cell.column.label) +
                         ": the emulator was not good enough there, so the chains are random walks");
    }
    if (cell.broken > 0) {
      findings.push_back(name_of(cell.setting) + ", " + std::string(cell.column.label) +
                         ": the numbers broke down at " + std::to_string(cell.broken) +
                         " proposals, which were rejected");
    }
  }
  std::string not_begun;
  for (const Setting& setting : settings) {
    const Cell* ceiling = find_cell(cells, setting, "ceiling");
    const Cell* best = find_cell(cells, setting, "ghk-10");
    if (ceiling != nullptr && best != nullptr) {
      findings.push_back(
          name_of(setting) + ": GHK 10 is " + gap_in_words(*best, *ceiling) +
          (ceiling->mean() - best->mean() > kFarBelowNoNoise ? ", more than " + decimals(kFarBelowNoNoise, 0) : ""));
    }
    std::string missing;
    for (const Column& column : kColumns) {
      if (find_cell(cells, setting, column.name) == nullptr) {
        missing += (missing.empty() ? "" : ", ") + std::string(column.label);
      }
    }
    if (!is_begun(setting, cells)) {
      not_begun += (not_begun.empty() ? "" : ", ") + name_of(setting);
    } else if (!missing.empty()) {
      findings.push_back(name_of(setting) + ": not run: " + missing);
    }
  }
  if (!not_begun.empty()) findings.push_back("Not run at all: " + not_begun);
  return findings;
}

std::string table1_csv(const std::vector<Cell>& cells, const ChainCounts& counts, const Source& source) {
  std::string text =
      "set,kernel,rows,features,column,acceptance,sd,chains,paper_acceptance,paper_sd,sds_away,errors_away,"
      "effective_per_1000,cost_of_iteration,cost_of_effective_draw";
  text += std::string(Source::kCsvNames) + "\n";
  const auto optional = [](const std::optional<double>& value) { return value ? decimals(*value, 6) : ""; };
  for (const Cell& cell : cells) {
    const std::optional<Published> paper = published(cell.setting, cell.column);
    text += cell.setting.set + "," + cell.setting.kernel + "," + std::to_string(cell.setting.rows) + "," +
            std::to_string(cell.setting.features) + "," + std::string(cell.column.name) + "," +
            decimals(cell.mean(), 6) + "," + decimals(cell.sd(), 6) + "," + std::to_string(cell.acceptance.size()) +
            "," + (paper ? decimals(paper->acceptance, 1) : "") + "," + (paper ? decimals(paper->sd, 1) : "") + "," +
            optional(cell.sds_away()) + "," + optional(cell.errors_away()) + "," + optional(cell.effective_per_1000) +
            "," + decimals(cell.cost, 6) + "," + optional(cell.cost_per_effective_draw()) +
            source.csv_fields(cell.commit, counts.words(cell.column.sampler)) + "\n";
  }
  return text;
}

}  // namespace lehr::reproduce
