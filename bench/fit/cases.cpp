#include <bench/fit/cases.hpp>

#include <lehr/data/encoding.hpp>
#include <lehr/data/table.hpp>

namespace lehr::bench {
namespace {

FitChoice choice(const std::string& sampler, const std::string& estimator, int samples) {
  FitChoice result{sampler + ", " + estimator, {}};
  result.settings.sampler = sampler;
  result.settings.evidence.estimator = estimator;
  result.settings.evidence.importance_samples = samples;
  if (estimator != "approximation") result.name += ", N = " + std::to_string(samples);
  return result;
}

}  // namespace

std::vector<FitCase> fit_cases(const std::string& data_folder) {
  std::vector<FitCase> cases;
  const auto add = [&](const std::string& set, bool ard, std::optional<double> reach,
                       std::optional<double> with_warm_up = {}) {
    cases.push_back({.name = set + (ard ? "-ard" : ""),
                     .data = encode_training_table(read_table(data_folder + "/" + set + ".csv")).data,
                     .model = {.ard = ard},
                     .reach = reach,
                     .reach_with_warm_up = with_warm_up});
  };
  add("pima", false, 8, 15);
  add("glass", false, 14);
  add("glass", true, 30, 80);
  add("thyroid", false, {});
  add("thyroid", true, 25);
  add("breast", false, {});
  add("breast", true, {});
  add("pima", true, 30);
  return cases;
}

std::vector<FitChoice> fit_choices() {
  return {choice("emulator", "look-ahead", 1),
          choice("emulator", "look-ahead", 4),
          choice("emulator", "look-ahead", 16),
          choice("emulator", "look-ahead", 32),
          choice("emulator", "look-ahead", 64),
          choice("emulator", "ais", 1),
          choice("emulator", "ais", 8),
          choice("emulator", "is", 256),
          choice("metropolis", "look-ahead", 1),
          choice("metropolis", "look-ahead", 16),
          choice("metropolis", "approximation", 1)};
}

FitChoice default_choice() { return {"defaults", {}}; }

}  // namespace lehr::bench
