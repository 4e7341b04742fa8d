#include <algorithm>

#include <bench/factor_rates.hpp>
#include <bench/fit/costs.hpp>
#include <bench/peers/outside_program.hpp>
#include <bench/peers/peers.hpp>

namespace lehr::bench {
namespace {

constexpr int kStanDraws = 300;  // of each of two chains, and as many in warm-up

SamplingPeer stan(const FitCase& glass, const Options& options) {
  const Matrix matrix = well_conditioned_matrix({glass.name, glass.data, {5, {3}}});
  const double before = unit_seconds(matrix);
  const std::string script = std::string(LEHR_SOURCE_DIR) + "/tests/oracle/glass_nuts.R";
  const OutsideAnswer answer =
      run_outside("Rscript --vanilla " + quoted(script) + " " + quoted(options.data + "/glass.csv") + " " +
                      std::to_string(options.quick ? kStanDraws / 2 : kStanDraws),
                  "R or its package rstan or posterior is not installed");
  SamplingPeer peer{.program = "NUTS in Stan"};
  peer.skipped = answer.skipped;
  if (!peer.skipped.empty()) return peer;
  const double unit = 0.5 * (before + unit_seconds(matrix));
  peer.effective = std::min(answer.number("log_variance", 3), answer.number("log_lengthscale", 3));
  peer.per_effective_draw = answer.number("seconds_of_sampling", 1) / peer.effective / unit;
  peer.warm_up = answer.number("seconds_of_warmup", 1) / unit;
  return peer;
}

}  // namespace

std::vector<SamplingPeer> compare_sampling(const Options& options) {
  for (const FitCase& fit_case : fit_cases(options.data)) {
    if (fit_case.name != "glass") continue;
    FitChoice choice = default_choice();
    choice.settings.draws = static_cast<std::size_t>(options.draws);
    const SamplingCost ours = measure_sampling(fit_case, choice).cost;
    return {{.program = "Lehr",
             .per_effective_draw = ours.per_effective_draw(),
             .warm_up = ours.warm_up,
             .effective = ours.mixing.effective},
            stan(fit_case, options)};
  }
  return {};
}

}  // namespace lehr::bench
