#include <iostream>

#include <nlohmann/json.hpp>

#include <bench/factor_rates.hpp>
#include <bench/formatted.hpp>
#include <bench/output.hpp>
#include <bench/reach/lines.hpp>
#include <lehr/api/machine.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/base/flush_denormals.hpp>

namespace lehr::bench {
namespace {

using Json = nlohmann::ordered_json;

void write_reach_text(const std::vector<ReachLine>& lines, std::ostream& out) {
  out << "Unit C: one in-place Eigen LLT of the same size, timed in the same run. C and shares: one thread, its\n"
         "processor time; s: seconds of all processors, whole command.\n\n"
      << formatted("%-30s %-34s %10s %-9s %7s %4s  %s\n", "work", "on", "measured", "", "reach", "met", "");
  for (const ReachLine& line : lines) {
    out << formatted("%-30s %-34s %10.3g %-9s %7s %4s  %s\n", line.work.c_str(), line.on.c_str(), line.measured,
                     line.unit.c_str(), line.reach ? formatted("%.3g", *line.reach).c_str() : "",
                     line.reach ? (line.met() ? "yes" : "NO") : "", line.note.c_str());
  }
}

void write_reach_json(const std::vector<ReachLine>& lines, std::ostream& out) {
  Json json = {{"unit", "one in-place Eigen LLT of the same size, timed in the same run"}};
  for (const auto& [what, value] : machine_facts()) json["machine"][what] = value;
  json["reach"] = Json::array();
  for (const ReachLine& line : lines) {
    json["reach"].push_back({{"work", line.work},
                             {"on", line.on},
                             {"measured", line.measured},
                             {"unit", line.unit},
                             {"reach", line.reach ? Json(*line.reach) : Json(nullptr)},
                             {"met", line.reach ? Json(line.met()) : Json(nullptr)},
                             {"note", line.note}});
  }
  out << json.dump(2) << '\n';
}

}  // namespace

void measure_reach(const Options& options) {
  const FlushDenormals flush;  // for the unit as for the work
  std::vector<ReachWork> works;
  for (const auto& part : {reach_of_estimates(options), reach_of_fits(options), reach_of_commands(options)}) {
    for (const ReachWork& work : part) {
      if (work.name.find(options.filter) != std::string::npos) works.push_back(work);
    }
  }
  if (works.empty()) throw UsageError("nothing is named like '" + options.filter + "'; see --list");
  std::vector<ReachLine> lines;
  for (const ReachWork& work : works) {
    if (options.list) {
      std::cout << work.name << '\n';
      continue;
    }
    std::cerr << "measuring " << work.name << '\n';
    const std::vector<ReachLine> found = work.measure();
    lines.insert(lines.end(), found.begin(), found.end());
  }
  if (options.list) return;
  write_out(
      options, [&](std::ostream& out) { write_reach_text(lines, out); },
      [&](std::ostream& out) { write_reach_json(lines, out); });
}

}  // namespace lehr::bench
