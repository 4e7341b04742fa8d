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

/// A posterior and a way to sample it.
struct Job {
  FitCase fit_case;
  FitChoice choice;

  std::string name() const { return fit_case.name + " (" + choice.name + ")"; }
};

std::vector<Job> wanted_jobs(const Options& options) {
  const std::vector<FitChoice> choices = options.choices ? fit_choices() : std::vector{default_choice()};
  std::vector<Job> wanted;
  for (const FitCase& fit_case : fit_cases(options.data)) {
    if (!options.choices && !fit_case.reach) continue;
    for (const FitChoice& choice : choices) {
      Job job{fit_case, choice};
      if (job.name().find(options.filter) != std::string::npos) wanted.push_back(std::move(job));
    }
  }
  if (wanted.empty()) throw UsageError("nothing is named like '" + options.filter + "'; see --list");
  return wanted;
}

SampledCase sample(Job job, const Options& options) {
  std::cerr << "sampling " << job.name() << '\n';
  job.choice.settings.draws = static_cast<std::size_t>(options.draws);
  return measure_sampling(job.fit_case, job.choice);
}

FitResults measure_defaults(const Options& options, const std::vector<Job>& jobs) {
  FitResults results;
  for (const Job& job : jobs) {
    const FitCase& fit_case = job.fit_case;
    const SampledCase sampled = sample(job, options);
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

FitResults measure_choices(const Options& options, const std::vector<Job>& jobs) {
  FitResults results;
  for (const Job& job : jobs) results.sampling.push_back(sample(job, options).cost);
  return results;
}

}  // namespace

void measure_fits(const Options& options) {
  const std::vector<Job> jobs = wanted_jobs(options);
  if (options.list) {
    for (const Job& job : jobs) std::cout << job.name() << '\n';
    return;
  }
  const FitResults results = options.choices ? measure_choices(options, jobs) : measure_defaults(options, jobs);
  write_out(
      options, [&](std::ostream& out) { write_fit_text(results, out); },
      [&](std::ostream& out) { write_fit_json(results, out); });
}

}  // namespace lehr::bench
