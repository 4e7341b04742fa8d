#include <cstddef>

#include <bench/factor_rates.hpp>
#include <bench/formatted.hpp>
#include <bench/jobs.hpp>
#include <bench/reach/lines.hpp>
#include <bench/reaches.hpp>

namespace lehr::bench {
namespace {

Effort effort_for(const Options& options, std::size_t rows) {
  if (rows >= 2000) return {.rounds = 1, .least_pairs = 3, .most_pairs = 5, .seconds_per_round = 1};
  return options.quick ? Effort::quick() : Effort{};
}

ReachLine measured_job(const Job& job, const Problem& problem, const Options& options) {
  const Matrix matrix = well_conditioned_matrix(problem);
  const Cost cost =
      measure_interleaved(unit_of_cost(matrix), {.run = [&] { job.run(); }}, effort_for(options, problem.data.rows));
  return {.work = job.name,
          .on = problem.description,
          .measured = cost.units(),
          .unit = "C",
          .reach = reach_of(job.name, problem.description),
          .note = formatted("%.3g ms", 1e3 * cost.seconds)};
}

std::vector<ReachLine> factorisations(const Options& options) {
  const double peak = peak_gflops();
  std::vector<ReachLine> lines;
  for (const Problem& problem : factor_problems(options.data)) {
    const FactorRate rate = panel_rate(problem, effort_for(options, problem.data.rows));
    lines.push_back({.work = "cholesky",
                     .on = problem.description,
                     .measured = 100 * rate.share_of_peak(peak),
                     .unit = "% of peak",
                     .reach = reach_of("cholesky", problem.description),
                     .at_least = true,
                     .note = formatted("%.0f of %.0f GFLOP/s; %.2f C", rate.gflops, peak, rate.cost.units())});
  }
  return lines;
}

std::vector<ReachLine> evidences(const Options& options) {
  std::vector<ReachLine> lines;
  for (const Problem& problem : all_problems(options.data)) {
    for (const Job& job : all_jobs(problem)) {
      if (reach_of(job.name, problem.description)) lines.push_back(measured_job(job, problem, options));
    }
  }
  return lines;
}

std::vector<ReachLine> estimates(const Options& options) {
  std::vector<ReachLine> lines;
  for (const Problem& problem : estimate_problems(options.data)) {
    lines.push_back(measured_job(estimate_of_a_fit(problem), problem, options));
  }
  return lines;
}

}  // namespace

std::vector<ReachWork> reach_of_estimates(const Options& options) {
  return {{"factorisations", [&] { return factorisations(options); }},
          {"evidences", [&] { return evidences(options); }},
          {"estimates", [&] { return estimates(options); }}};
}

}  // namespace lehr::bench
