#include <algorithm>

#include <experiments/program/experiments.hpp>
#include <experiments/program/figure2_results.hpp>
#include <experiments/program/files.hpp>
#include <experiments/program/run_units.hpp>
#include <lehr/base/errors.hpp>

namespace lehr::reproduce {
namespace {

void require_all(const std::vector<Unit>& units, const Results& results) {
  const auto missing =
      std::count_if(units.begin(), units.end(), [&](const Unit& unit) { return !results.has(unit.name); });
  if (missing == 0) return;
  throw RunError("of the " + std::to_string(units.size()) + " parts of figure 2, " + std::to_string(missing) +
                 " are missing; run it without --show");
}

}  // namespace

Report figure2(const Request& request, const RunContext& context) {
  const UnitCache cache(request.cache, request.summaries());
  const std::vector<Unit> units = figure2_units(request);
  const Results results = request.show ? find_units(units, cache) : run_units(units, cache, "figure2", context);
  require_all(units, results);
  const std::vector<NoiseCell> cells = noise_cells(request, results);
  Report report;
  const Source source(request, results.commits(), NoisePlan::of(request).words());
  report.text = noise_text(cells) + "\n" + source.line() + "\n";
  write_result(request, "figure2.txt", report.text, report);
  write_result(request, "figure2.csv", noise_csv(cells, source), report);
  draw_noise(request, cells, source.line(), report);
  for (const NoiseCell& cell : cells) {
    if (cell.broken_down == 0) continue;
    report.notes.push_back("the numbers of '" + std::string(cell.method.label) + "' broke down at " +
                           std::to_string(cell.broken_down) + " draws of theta with " + std::to_string(cell.rows) +
                           " rows");
  }
  return report;
}

}  // namespace lehr::reproduce
