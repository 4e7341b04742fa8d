#include <ostream>

#include <nlohmann/json.hpp>

#include <bench/formatted.hpp>
#include <bench/growth/series.hpp>
#include <lehr/api/machine.hpp>

namespace lehr::bench {

using Json = nlohmann::ordered_json;

void write_growth_text(const std::vector<GrowthSeries>& series, std::ostream& out) {
  out << formatted("One estimate with its default method at one theta, %d importance samples, one thread.\n",
                   kGrowthSamples)
      << "Unit C: one in-place Eigen LLT of the same size, interleaved; ~: the largest one measured, times the cube of "
         "the rows.\n"
      << formatted("Memory: the peak of the whole process; at most %.0f GB. sd: of the log estimate.\n",
                   kGrowthGigabytes);
  for (const GrowthSeries& each : series) {
    out << formatted("\n%s: %s\n%8s %11s %10s %9s %8s\n", each.growth_case.name.c_str(),
                     each.growth_case.description.c_str(), "rows", "seconds", "C", "MB", "sd");
    for (const GrowthPoint& point : each.points) {
      out << formatted("%8zu %11.4g %10s %9.0f %8.2f\n", point.rows, point.seconds,
                       formatted(point.unit_was_measured ? "%.3g" : "~%.2g", point.units()).c_str(),
                       1e-6 * point.peak_bytes, point.sd_log);
    }
    if (each.slope()) out << formatted("  seconds grow like rows^%.2f from %zu rows on\n", *each.slope(), kSlopeFrom);
    if (!each.stopped.empty()) out << "  stopped at " << each.stopped << '\n';
  }
}

void write_growth_json(const std::vector<GrowthSeries>& series, std::ostream& out) {
  Json json = {{"unit", "one in-place Eigen LLT of the same size, interleaved with the work"},
               {"clock", "processor time of the thread"},
               {"importance_samples", kGrowthSamples},
               {"slope_from_rows", kSlopeFrom}};
  for (const auto& [what, value] : machine_facts()) json["machine"][what] = value;
  json["series"] = Json::array();
  for (const GrowthSeries& each : series) {
    Json points = Json::array();
    for (const GrowthPoint& point : each.points) {
      points.push_back({{"rows", point.rows},
                        {"seconds", point.seconds},
                        {"units", point.units()},
                        {"unit_seconds", point.unit_seconds},
                        {"unit_was_measured", point.unit_was_measured},
                        {"peak_bytes", point.peak_bytes},
                        {"sd_log", point.sd_log}});
    }
    json["series"].push_back({{"name", each.growth_case.name},
                              {"description", each.growth_case.description},
                              {"slope", each.slope() ? Json(*each.slope()) : Json(nullptr)},
                              {"stopped", each.stopped.empty() ? Json(nullptr) : Json(each.stopped)},
                              {"points", points}});
  }
  out << json.dump(2) << '\n';
}

}  // namespace lehr::bench
