#include <lehr/base/version.hpp>
#include <lehr/reproduce/experiments.hpp>
#include <lehr/reproduce/figure2_results.hpp>
#include <lehr/reproduce/files.hpp>
#include <lehr/reproduce/run_units.hpp>

namespace lehr::reproduce {

Report figure2(const Request& request, const RunContext& context) {
  const UnitCache cache(request.cache);
  const Results results = run_units(figure2_units(request), cache, "figure2", context);
  const std::vector<NoiseCell> cells = noise_cells(request, results);
  Report report;
  report.text = noise_text(cells) + "\n" + source_line(request, results.commits()) + "\n";
  write_result(request, "figure2.txt", report.text, report);
  write_result(request, "figure2.csv", noise_csv(request, cells, results.commits()), report);
  draw_noise(request, cells, source_line(request, results.commits()), report);
  for (const NoiseCell& cell : cells) {
    if (cell.broken_down == 0) continue;
    report.notes.push_back("the numbers of '" + std::string(cell.method.label) + "' broke down at " +
                           std::to_string(cell.broken_down) + " draws of theta with " + std::to_string(cell.rows) +
                           " rows");
  }
  return report;
}

}  // namespace lehr::reproduce
