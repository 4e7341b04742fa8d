#include <ostream>

#include <nlohmann/json.hpp>

#include <bench/results.hpp>
#include <lehr/api/machine.hpp>

namespace lehr::bench {
namespace {

using Json = nlohmann::ordered_json;

Json cost_json(const Cost& cost) {
  return {{"units", cost.units()},
          {"lowest", cost.lowest},
          {"highest", cost.highest},
          {"seconds", cost.seconds},
          {"unit_seconds", cost.unit_seconds},
          {"repetitions", cost.repetitions}};
}

Json job_json(const JobResult& job) {
  Json json = {{"name", job.name}, {"description", job.description}};
  json.update(cost_json(job.cost));
  json["reach"] = job.reach ? Json(*job.reach) : Json(nullptr);
  json["met"] = job.reach ? Json(job.met()) : Json(nullptr);
  json["steps"] = job.steps;
  return json;
}

Json rate_json(const FactorRate& rate, double peak) {
  Json json = {{"name", rate.what}, {"gflops", rate.gflops}, {"share_of_peak", rate.share_of_peak(peak)}};
  json.update(cost_json(rate.cost));
  return json;
}

}  // namespace

void write_json(const Results& results, std::ostream& out) {
  Json json = {{"unit", "one in-place Eigen LLT of the same size, interleaved with the work"},
               {"clock", "processor time of the thread"},
               {"peak_gflops", results.peak_gflops}};
  for (const auto& [what, value] : machine_facts()) json["machine"][what] = value;
  json["problems"] = Json::array();
  for (const ProblemResult& problem : results.problems) {
    Json entry = {{"rows", problem.rows}, {"data", problem.description}};
    entry["work"] = Json::array();
    for (const JobResult& job : problem.jobs) entry["work"].push_back(job_json(job));
    entry["factorisations"] = Json::array();
    for (const FactorRate& rate : problem.rates)
      entry["factorisations"].push_back(rate_json(rate, results.peak_gflops));
    json["problems"].push_back(entry);
  }
  out << json.dump(2) << '\n';
}

}  // namespace lehr::bench
