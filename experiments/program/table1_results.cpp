#include <experiments/program/table1_results.hpp>

#include <algorithm>
#include <cmath>

#include <experiments/program/assets.hpp>
#include <lehr/data/number.hpp>
#include <lehr/data/table.hpp>
#include <lehr/diagnostics/moments.hpp>

namespace lehr::reproduce {
namespace {

Cell cell_of(const Setting& setting, const Column& column, const Json& summary, const std::string& commit) {
  Cell cell{.setting = setting, .column = column, .acceptance = summary["acceptance"], .commit = commit};
  if (summary["effective_per_1000"].is_number()) cell.effective_per_1000 = summary["effective_per_1000"];
  cell.cost = summary["cost"];
  cell.sampler = summary["sampler"];
  cell.broken = summary["broken"];
  return cell;
}

}  // namespace

std::optional<Published> published(const Setting& setting, const Column& column) {
  if (!column.in_paper) return std::nullopt;
  static const Table kPaper = parse_table(assets::paper_table1_csv(), "paper_table1.csv", {.header = true});
  for (std::size_t row = 0; row < kPaper.rows(); ++row) {
    if (kPaper.cell(row, 0) == setting.kernel && kPaper.cell(row, 1) == setting.set &&
        kPaper.cell(row, 2) == std::to_string(column.samples) && kPaper.cell(row, 3) == column.estimator) {
      return Published{parse_number(kPaper.cell(row, 4)).value(), parse_number(kPaper.cell(row, 5)).value()};
    }
  }
  return std::nullopt;
}

double Cell::mean() const { return sample_mean(acceptance); }
double Cell::sd() const { return std::sqrt(sample_variance(acceptance)); }

std::optional<double> Cell::sds_away() const {
  const std::optional<Published> paper = published(setting, column);
  if (!paper) return std::nullopt;
  return (mean() - paper->acceptance) / paper->sd;
}

std::optional<double> Cell::errors_away() const {
  const std::optional<Published> paper = published(setting, column);
  if (!paper) return std::nullopt;
  const double variance =
      sample_variance(acceptance) / static_cast<double>(acceptance.size()) + paper->sd * paper->sd / Published::kChains;
  return (mean() - paper->acceptance) / std::sqrt(variance);
}

std::optional<double> Cell::cost_per_effective_draw() const {
  if (!effective_per_1000) return std::nullopt;
  return cost * 1000 / *effective_per_1000;
}

std::vector<Cell> table1_cells(const std::vector<Setting>& settings, const Results& results) {
  std::vector<Cell> cells;
  for (const Setting& setting : settings) {
    for (const Column& column : kColumns) {
      const std::string name = cell_name(setting, column);
      if (!results.has(name)) continue;
      cells.push_back(cell_of(setting, column, results.of(name), results.only({name}).commits()));
    }
  }
  return cells;
}

const Cell* find_cell(const std::vector<Cell>& cells, const Setting& setting, std::string_view column) {
  const auto found = std::find_if(cells.begin(), cells.end(), [&](const Cell& cell) {
    return cell.setting.set == setting.set && cell.setting.kernel == setting.kernel && cell.column.name == column;
  });
  return found == cells.end() ? nullptr : &*found;
}

}  // namespace lehr::reproduce
