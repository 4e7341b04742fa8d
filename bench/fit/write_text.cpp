#include <ostream>
#include <string>

#include <bench/fit/results.hpp>
#include <bench/formatted.hpp>

namespace lehr::bench {
namespace {

std::string whole(std::optional<double> value) { return value ? formatted("%.0f", *value) : ""; }

std::string verdict(std::optional<double> reach, bool met) { return reach ? (met ? "yes" : "NO") : ""; }

void write_sampling(const std::vector<SamplingCost>& costs, std::ostream& out) {
  out << formatted("%-12s %-29s %5s %8s %6s %4s %9s %6s %7s %6s %6s %6s %7s %8s\n", "data", "sampler, estimator", "p",
                   "C/eff", "reach", "met", "C/eff all", "reach", "C/iter", "ESS/1k", "acc", "R-hat", "warm-up",
                   "C/eval");
  for (const SamplingCost& cost : costs) {
    out << formatted(
        "%-12s %-29s %5zu %8.1f %6s %4s %9.1f %6s %7.1f %6.0f %6.3f %6.3f %7.0f %8.1f\n", cost.data.c_str(),
        (cost.choice +
         (cost.choice.starts_with(cost.sampler) || cost.sampler == "emulator" ? "" : " -> " + cost.sampler))
            .c_str(),
        cost.parameters, cost.per_effective_draw(), whole(cost.reach).c_str(), verdict(cost.reach, cost.met()).c_str(),
        cost.with_warm_up(), whole(cost.reach_with_warm_up).c_str(), cost.iteration,
        1000 * cost.mixing.effective / static_cast<double>(cost.draws), cost.acceptance_rate, cost.mixing.rhat,
        cost.warm_up, cost.evaluation);
  }
}

void write_whole_runs(const std::vector<WholeRun>& runs, std::ostream& out) {
  out << "\nWhole runs, warm-up included, that end with about 1000 effective draws:\n"
      << formatted("%-12s %8s %6s %9s %9s %12s\n", "data", "threads", "draws", "effective", "seconds", "processor s");
  for (const WholeRun& run : runs) {
    out << formatted("%-12s %8d %6zu %9.0f %9.1f %12.1f\n", run.data.c_str(), run.threads, run.draws,
                     run.mixing.effective, run.wall_seconds, run.processor_seconds);
  }
}

}  // namespace

void write_fit_text(const FitResults& results, std::ostream& out) {
  out << "Unit C: one in-place Eigen LLT of the same size, timed between the draws. One thread, its processor time.\n"
         "C/eff: per effective draw, for the mean of the logarithm of the parameter that mixes worst, warm-up not\n"
         "counted; all: with warm-up, in a run of 1000 effective draws. ESS/1k: effective draws of 1000. warm-up: all\n"
         "before the draws, of all chains; C/eval: one evaluation of it.\n\n";
  write_sampling(results.sampling, out);
  if (!results.whole_runs.empty()) write_whole_runs(results.whole_runs, out);
  if (results.prediction) {
    const PredictionCost& cost = *results.prediction;
    out << formatted("\nPredicting %zu rows on %s: %.2f C for each of %zu distinct draws (reach %.1f, met: %s).\n",
                     cost.rows, cost.data.c_str(), cost.per_state, cost.states, cost.reach, cost.met() ? "yes" : "NO");
  }
  if (results.speed_up) {
    const SpeedUp& speed_up = *results.speed_up;
    out << formatted(
        "\n%d threads, 4 chains, %s: %.2f times as fast as one (%.1f s, %.1f s; reach %.1f, on an idle machine).\n",
        speed_up.threads, speed_up.data.c_str(), speed_up.factor(), speed_up.all_threads, speed_up.one_thread,
        speed_up.reach);
  }
}

}  // namespace lehr::bench
