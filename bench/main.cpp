#include <exception>
#include <iostream>
#include <span>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <bench/damping.hpp>
#include <bench/fit/table.hpp>
#include <bench/growth/series.hpp>
#include <bench/growth/table.hpp>
#include <bench/jobs.hpp>
#include <bench/leave_one_out.hpp>
#include <bench/options.hpp>
#include <bench/output.hpp>
#include <bench/peers/peers.hpp>
#include <bench/reach/lines.hpp>
#include <bench/reaches.hpp>
#include <bench/results.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/base/flush_denormals.hpp>

namespace lehr::bench {
namespace {

constexpr const char* kFactorisations = "factorisations";

std::string full_name(const std::string& name, const Problem& problem) {
  return name + "/" + std::to_string(problem.data.rows);
}

JobResult measure(const Job& job, const Problem& problem, const Timed& unit, const Effort& effort) {
  JobResult result{job.name, job.description, reach_of(job.name, problem.description), job.run(), {}};
  result.cost = measure_interleaved(unit, {.run = [&] { result.steps = job.run(); }}, effort);
  return result;
}

ProblemResult measure(const Problem& problem, const Options& options, const Effort& effort) {
  ProblemResult result{problem.description, problem.data.rows, {}, {}};
  const lehr::Matrix matrix = well_conditioned_matrix(problem);
  const Timed unit = unit_of_cost(matrix);
  const auto wanted = [&](const std::string& name) {
    if (full_name(name, problem).find(options.filter) == std::string::npos) return false;
    if (options.list) {
      std::cout << full_name(name, problem) << '\n';
      return false;
    }
    std::cerr << "measuring " << full_name(name, problem) << '\n';
    return true;
  };
  for (const Job& job : all_jobs(problem)) {
    if (wanted(job.name)) result.jobs.push_back(measure(job, problem, unit, effort));
  }
  if (wanted(kFactorisations)) result.rates = factor_rates(problem, effort);
  return result;
}

void measure_table(const Options& options) {
  const FlushDenormals flush;  // for the unit as for the work
  const Effort effort = options.quick ? Effort::quick() : Effort{};
  Results results;
  for (const Problem& problem : all_problems(options.data)) {
    ProblemResult result = measure(problem, options, effort);
    if (!result.jobs.empty() || !result.rates.empty()) results.problems.push_back(std::move(result));
  }
  if (options.list) return;
  if (results.problems.empty()) throw lehr::UsageError("nothing is named like '" + options.filter + "'; see --list");
  results.peak_gflops = peak_gflops();
  write_out(
      options, [&](std::ostream& out) { write_text(results, out); },
      [&](std::ostream& out) { write_json(results, out); });
}

void run_micro_benchmarks(char* program, const Options& options) {
  const FlushDenormals flush;
  std::vector<char*> arguments = {program};
  arguments.insert(arguments.end(), options.for_google.begin(), options.for_google.end());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  benchmark::RunSpecifiedBenchmarks();
}

int run(int argc, char** argv) {
  try {
    const Options options = parse_options(std::span(argv, static_cast<std::size_t>(argc)).subspan(1));
    if (options.help) {
      std::cout << kHelp;
    } else if (options.micro) {
      run_micro_benchmarks(argv[0], options);
    } else if (options.fit || options.choices) {
      measure_fits(options);
    } else if (options.growth) {
      measure_growths(options);
    } else if (options.reach) {
      measure_reach(options);
    } else if (options.damping) {
      count_sweeps(options);
    } else if (options.leave_one_out) {
      measure_leave_one_out(options);
    } else if (options.peers) {
      measure_peers(options);
    } else {
      measure_table(options);
    }
    return 0;
  } catch (const UsageError& error) {
    std::cerr << "lehr_bench: " << error.what() << '\n';
    return 2;
  } catch (const InputError& error) {
    std::cerr << "lehr_bench: " << error.what() << '\n';
    return 3;
  } catch (const std::exception& error) {
    std::cerr << "lehr_bench: " << error.what() << '\n';
    return 1;
  }
}

}  // namespace
}  // namespace lehr::bench

int main(int argc, char** argv) {
  if (argc == 2 && argv[1] == lehr::bench::kGrowthPointWord) lehr::bench::be_growth_point();
  return lehr::bench::run(argc, argv);
}
