#include <bench/growth/table.hpp>

#include <iostream>

#include <bench/growth/series.hpp>
#include <bench/output.hpp>
#include <lehr/base/errors.hpp>

namespace lehr::bench {

void measure_growths(const Options& options) {
  std::vector<std::size_t> sizes;
  for (const std::size_t rows : {100U, 200U, 500U, 1000U, 2000U, 5000U, 10000U, 20000U}) {
    if (rows <= options.most_rows) sizes.push_back(rows);
  }
  std::vector<GrowthSeries> all;
  bool found = false;
  for (const GrowthCase& growth_case : growth_cases()) {
    if (growth_case.name.find(options.filter) == std::string::npos) continue;
    found = true;
    if (options.list) {
      std::cout << growth_case.name << '\n';
      continue;
    }
    std::cerr << "measuring " << growth_case.name << " at up to " << sizes.back() << " rows\n";
    all.push_back(measure_growth(growth_case, sizes));
  }
  if (!found) throw UsageError("nothing is named like '" + options.filter + "'; see --list");
  if (options.list) return;
  write_out(
      options, [&](std::ostream& out) { write_growth_text(all, out); },
      [&](std::ostream& out) { write_growth_json(all, out); });
}

}  // namespace lehr::bench
