#include <bench/fit/table.hpp>

#include <iostream>

#include <bench/fit/results.hpp>
#include <bench/output.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/base/parallel.hpp>

namespace lehr::bench {
namespace {

constexpr const char* kPredicted = "pima";  // the case whose draws predict, and that is run on one and on two threads
constexpr int kThreads = 2;

std::vector<FitCase> wanted_cases(const Options& options) {
  std::vector<FitCase> wanted;
  for (FitCase& fit_case : fit_cases(options.data)) {
    const bool measured = options.choices || fit_case.reach.has_value();
    if (measured && fit_case.name.find(options.filter) != std::string::npos) wanted.push_back(std::move(fit_case));
  }
  if (wanted.empty()) throw UsageError("nothing is named like '" + options.filter + "'; see --list");
  return wanted;
}

SampledCase sample(const FitCase& fit_case, FitChoice choice, const Options& options) {
  std::cerr << "sampling " << fit_case.name << " (" << choice.name << ")\n";
  choice.settings.draws = static_cast<std::size_t>(options.draws);
  return measure_sampling(fit_case, choice);
}

FitResults measure_defaults(const Options& options, const std::vector<FitCase>& cases) {
  FitResults results;
  for (const FitCase& fit_case : cases) {
    const SampledCase sampled = sample(fit_case, default_choice(), options);
    results.sampling.push_back(sampled.cost);
    if (fit_case.name == kPredicted) {
      std::cerr << "predicting " << fit_case.name << '\n';
      results.prediction = measure_prediction(fit_case, sampled);
      std::cerr << "short runs on " << fit_case.name << ", on one thread and on two\n";
      results.speed_up = measure_speed_up(fit_case, kThreads, options.quick ? 1 : 3);
    }
    std::cerr << "a whole run on " << fit_case.name << '\n';
    results.whole_runs.push_back(measure_whole_run(fit_case, sampled.cost, available_threads()));
  }
  return results;
}

FitResults measure_choices(const Options& options, const std::vector<FitCase>& cases) {
  FitResults results;
  for (const FitCase& fit_case : cases) {
    for (const FitChoice& choice : fit_choices()) {
      results.sampling.push_back(sample(fit_case, choice, options).cost);
    }
  }
  return results;
}

}  // namespace

void measure_fits(const Options& options) {
  const std::vector<FitCase> cases = wanted_cases(options);
  if (options.list) {
    for (const FitCase& fit_case : cases) std::cout << fit_case.name << '\n';
    return;
  }
  const FitResults results = options.choices ? measure_choices(options, cases) : measure_defaults(options, cases);
  write_out(
      options, [&](std::ostream& out) { write_fit_text(results, out); },
      [&](std::ostream& out) { write_fit_json(results, out); });
}

}  // namespace lehr::bench
