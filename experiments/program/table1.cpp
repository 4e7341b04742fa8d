#include <utility>

#include <experiments/program/experiments.hpp>
#include <experiments/program/files.hpp>
#include <experiments/program/run_units.hpp>
#include <experiments/program/table1_output.hpp>
#include <lehr/base/errors.hpp>

namespace lehr::reproduce {

Report table1(const Request& request, const RunContext& context) {
  Report report;
  const UnitCache cache(request.cache, request.summaries());
  const std::vector<Setting> asked = table1_settings(request, find_sets(request, report));
  const std::vector<DataSet> sets = find_sets_to_show(request);
  const std::vector<Setting> settings = table1_settings(request, sets);
  if (!request.show) run_units(table1_units(request, asked), cache, "table1", context);

  const std::vector<Unit> units = table1_units(request, settings);
  const Results results = find_summaries(units, cache);
  note_unused_summaries(units, cache, report);
  const std::vector<Cell> cells = table1_cells(settings, results);

  if (cells.empty()) throw RunError("no cell of the table is there yet; run this without --show");

  const ChainCounts counts = ChainCounts::of(request);
  const Source source(request, results.commits(), counts.words("metropolis") + " (emulator: after its warm-up)");
  std::string markdown = "# Table 1: acceptance of pseudo-marginal random walks\n\n" + source.line() + "\n";
  for (const Grid& grid : table1_grids(settings, cells)) {
    report.text += grid.text() + "\n";
    markdown += "\n" + grid.markdown();
  }
  markdown += "\nWhat stands out:\n\n";
  std::vector<std::string> findings = table1_findings(settings, cells);
  if (const auto effort = results.effort()) findings.push_back("Without the tuning of walks: " + in_words(*effort));
  if (std::string line = left_out_sets(request, sets); !line.empty()) findings.push_back(std::move(line));
  for (const std::string& finding : findings) {
    report.text += finding + "\n";
    markdown += "- " + finding + "\n";
  }
  report.text += source.line() + "\n";
  write_result(request, "table1.txt", report.text, report);
  write_result(request, "table1.md", markdown, report);
  write_result(request, "table1.csv", table1_csv(cells, counts, source), report);
  return report;
}

}  // namespace lehr::reproduce
