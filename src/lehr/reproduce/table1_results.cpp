#include <lehr/reproduce/table1_results.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

#include <lehr/data/table.hpp>
#include <lehr/posterior/diagnostics.hpp>
#include <lehr/posterior/moments.hpp>
#include <lehr/reproduce/assets.hpp>

namespace lehr::reproduce {
namespace {

double number(std::string_view text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// Over the kept iterations of all chains, the smallest over the parameters.
std::optional<double> smallest_effective_size(const std::vector<ChainTrace>& traces, const ChainCounts& counts) {
  std::optional<double> smallest;
  for (std::size_t p = 0; p < traces[0].log_theta[0].size(); ++p) {
    std::vector<double> values;
    for (const ChainTrace& trace : traces) {
      for (std::size_t i = counts.discard; i < counts.discard + counts.keep; ++i) {
        values.push_back(trace.log_theta[i][p]);
      }
    }
    const std::optional<double> size = ess_bulk({values, counts.keep});
    if (!size) return std::nullopt;
    smallest = std::min(smallest.value_or(*size), *size);
  }
  return smallest;
}

Cell cell_of(const Request& request, const Setting& setting, const Column& column,
             const std::vector<ChainTrace>& traces) {
  const ChainCounts counts = ChainCounts::of(request);
  const auto keep = static_cast<double>(counts.keep);
  Cell cell{.setting = setting, .column = column, .acceptance = {}, .effective_per_1000 = {}, .sampler = {}};
  for (const ChainTrace& trace : traces) {
    const auto accepted =
        std::count(trace.accepted.begin() + static_cast<std::ptrdiff_t>(counts.discard), trace.accepted.end(), true);
    cell.acceptance.push_back(100 * static_cast<double>(accepted) / keep);
    cell.cost += trace.cost_of_iteration() / static_cast<double>(counts.chains);
    cell.broken += trace.broken;
    cell.sampler = trace.sampler;
  }
  if (const std::optional<double> size = smallest_effective_size(traces, counts)) {
    cell.effective_per_1000 = *size * 1000 / (keep * static_cast<double>(counts.chains));
  }
  return cell;
}

/// None where a part is missing.
std::vector<ChainTrace> traces_of(const Request& request, const Setting& setting, const Column& column,
                                  const Results& results) {
  if (is_fit(column)) {
    const FitPlan fit = cell_fit(request, setting, column);
    return results.has_all(fit.unit_names()) ? fit.traces(results) : std::vector<ChainTrace>();
  }
  std::vector<ChainTrace> traces;
  for (const ChainPlan& chain : cell_chains(request, setting, column)) {
    if (!results.has_all(chain.unit_names())) return {};
    traces.push_back(chain.trace(results));
  }
  return traces;
}

}  // namespace

std::optional<Published> published(const Setting& setting, const Column& column) {
  if (!column.in_paper) return std::nullopt;
  static const Table kPaper = parse_table(assets::paper_table1_csv(), "paper_table1.csv", {.header = true});
  for (std::size_t row = 0; row < kPaper.rows(); ++row) {
    if (kPaper.cell(row, 0) == setting.kernel && kPaper.cell(row, 1) == setting.set &&
        kPaper.cell(row, 2) == std::to_string(column.samples) && kPaper.cell(row, 3) == column.estimator) {
      return Published{number(kPaper.cell(row, 4)), number(kPaper.cell(row, 5))};
    }
  }
  return std::nullopt;
}

double Cell::mean() const { return sample_mean(acceptance); }
double Cell::sd() const { return std::sqrt(sample_variance(acceptance)); }

std::optional<double> Cell::distance() const {
  const std::optional<Published> paper = published(setting, column);
  if (!paper) return std::nullopt;
  return (mean() - paper->acceptance) / paper->sd;
}

std::optional<double> Cell::cost_per_effective_draw() const {
  if (!effective_per_1000) return std::nullopt;
  return cost * 1000 / *effective_per_1000;
}

std::vector<Cell> table1_cells(const Request& request, const std::vector<Setting>& settings, const Results& results) {
  std::vector<Cell> cells;
  for (const Setting& setting : settings) {
    for (const Column& column : kColumns) {
      const std::vector<ChainTrace> traces = traces_of(request, setting, column, results);
      if (!traces.empty()) cells.push_back(cell_of(request, setting, column, traces));
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
