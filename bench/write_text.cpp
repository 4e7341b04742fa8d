#include <ostream>
#include <string>

#include <bench/formatted.hpp>
#include <bench/results.hpp>

namespace lehr::bench {
namespace {

std::string job_line(const JobResult& job) {
  const std::string reach = job.reach ? formatted("%.1f", *job.reach) : "";
  const std::string steps = job.steps > 0 ? std::to_string(job.steps) : "";
  return formatted("  %-30s %8.2f %7s %4s  %6.2f - %-6.2f %9.3f %6s %6d\n", job.description.c_str(), job.cost.units(),
                   reach.c_str(), job.reach ? (job.met() ? "yes" : "NO") : "", job.cost.lowest, job.cost.highest,
                   1e3 * job.cost.seconds, steps.c_str(), job.cost.repetitions);
}

std::string rate_line(const FactorRate& rate, double peak) {
  return formatted("  %-30s %8.2f %9.1f %8.0f %%\n", rate.what.c_str(), rate.cost.units(), rate.gflops,
                   100 * rate.share_of_peak(peak));
}

}  // namespace

void write_text(const Results& results, std::ostream& out) {
  out << "Unit C: one in-place Eigen LLT of the same size, interleaved with the work. One thread, its processor time.\n"
         "Figures: least of the rounds' medians of the work over the same of the unit; range: the rounds' own "
         "ratios.\n";
  for (const ProblemResult& problem : results.problems) {
    out << formatted("\nn = %zu, %s\n", problem.rows, problem.description.c_str());
    if (!problem.jobs.empty()) {
      out << formatted("  %-30s %8s %7s %4s  %15s %9s %6s %6s\n", "work", "C", "reach", "met", "range of rounds", "ms",
                       "steps", "runs");
      for (const JobResult& job : problem.jobs) out << job_line(job);
    }
    if (!problem.rates.empty()) {
      out << formatted("  %-30s %8s %9s %10s\n", "factorisation", "C", "GFLOP/s", "of peak");
      for (const FactorRate& rate : problem.rates) out << rate_line(rate, results.peak_gflops);
    }
  }
  out << formatted(
      "\nPeak of one thread: %.1f GFLOP/s in double (fused multiply-adds in registers); float has twice.\n",
      results.peak_gflops);
}

}  // namespace lehr::bench
