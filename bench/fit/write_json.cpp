#include <ostream>

#include <nlohmann/json.hpp>

#include <bench/fit/results.hpp>
#include <lehr/api/machine.hpp>

namespace lehr::bench {
namespace {

using Json = nlohmann::ordered_json;

Json optional_json(std::optional<double> value) { return value ? Json(*value) : Json(nullptr); }

Json sampling_json(const SamplingCost& cost) {
  return {{"data", cost.data},
          {"rows", cost.rows},
          {"parameters", cost.parameters},
          {"choice", cost.choice},
          {"sampler", cost.sampler},
          {"draws", cost.draws},
          {"effective", cost.mixing.effective},
          {"rhat", cost.mixing.rhat},
          {"acceptance_rate", cost.acceptance_rate},
          {"units_per_iteration", cost.iteration},
          {"units_per_effective_draw", cost.per_effective_draw()},
          {"reach", optional_json(cost.reach)},
          {"met", cost.reach ? Json(cost.met()) : Json(nullptr)},
          {"warm_up_units", cost.warm_up},
          {"warm_up_evaluations", cost.evaluations},
          {"units_per_evaluation", cost.evaluation},
          {"units_of_1000_effective_draws", cost.of_thousand()},
          {"units_per_effective_draw_with_warm_up", cost.with_warm_up()},
          {"reach_with_warm_up", optional_json(cost.reach_with_warm_up)}};
}

Json whole_run_json(const WholeRun& run) {
  return {{"data", run.data},
          {"threads", run.threads},
          {"draws", run.draws},
          {"effective", run.mixing.effective},
          {"wall_seconds", run.wall_seconds},
          {"processor_seconds", run.processor_seconds}};
}

}  // namespace

void write_fit_json(const FitResults& results, std::ostream& out) {
  Json json = {{"unit", "one in-place Eigen LLT of the same size, timed between the draws"},
               {"clock", "processor time of the thread"}};
  for (const auto& [what, value] : machine_facts()) json["machine"][what] = value;
  json["sampling"] = Json::array();
  for (const SamplingCost& cost : results.sampling) json["sampling"].push_back(sampling_json(cost));
  json["whole_runs"] = Json::array();
  for (const WholeRun& run : results.whole_runs) json["whole_runs"].push_back(whole_run_json(run));
  if (results.prediction) {
    const PredictionCost& cost = *results.prediction;
    json["prediction"] = {{"data", cost.data},     {"rows", cost.rows},
                          {"states", cost.states}, {"units_per_state", cost.per_state},
                          {"reach", cost.reach},   {"met", cost.met()}};
  }
  if (results.speed_up) {
    const SpeedUp& speed_up = *results.speed_up;
    json["speed_up"] = {{"data", speed_up.data},
                        {"threads", speed_up.threads},
                        {"factor", speed_up.factor()},
                        {"wall_seconds", speed_up.all_threads},
                        {"wall_seconds_of_one_thread", speed_up.one_thread},
                        {"reach", speed_up.reach}};
  }
  out << json.dump(2) << '\n';
}

}  // namespace lehr::bench
