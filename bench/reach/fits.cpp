#include <bench/fit/costs.hpp>
#include <bench/formatted.hpp>
#include <bench/peers/peers.hpp>
#include <bench/reach/lines.hpp>
#include <bench/reaches.hpp>

namespace lehr::bench {
namespace {

constexpr const char* kSet = "pima";

std::vector<ReachLine> fit_to_the_goal(const Options& options) {
  std::vector<ReachLine> lines;
  for (const FitCase& fit_case : fit_cases(options.data)) {
    if (fit_case.name != kSet) continue;
    const SamplingCost cost = measure_sampling(fit_case, default_choice()).cost;
    lines.push_back({.work = "fit-to-goal",
                     .on = kSet,
                     .measured = cost.of_run(),
                     .unit = "C",
                     .reach = reach_of("fit-to-goal", kSet),
                     .note = formatted("%zu draws, %.0f effective", cost.draws, cost.mixing.effective)});
    lines.push_back({.work = "fit-to-goal, warm-up",
                     .on = kSet,
                     .measured = cost.warm_up,
                     .unit = "C",
                     .note = formatted("%zu evaluations", cost.evaluations)});
    lines.push_back({.work = "fit-to-goal, draws",
                     .on = kSet,
                     .measured = cost.of_run() - cost.warm_up,
                     .unit = "C",
                     .note = formatted("%.2f C each", cost.iteration)});
  }
  for (const LaplacePeer& peer : compare_laplace(options)) {
    if (peer.data != kSet || peer.program != "scikit-learn" || peer.work.find("maximum") == std::string::npos) continue;
    lines.push_back({.work = "scikit-learn's point estimate",
                     .on = kSet,
                     .measured = peer.units,
                     .unit = "C",
                     .note = peer.skipped.empty()
                                 ? formatted("the fit takes %.1f times as much", lines.front().measured / peer.units)
                                 : "skipped: " + peer.skipped});
  }
  return lines;
}

}  // namespace

std::vector<ReachWork> reach_of_fits(const Options& options) {
  return {{"fit-to-goal", [&] { return fit_to_the_goal(options); }}};
}

}  // namespace lehr::bench
