#include <lehr/posterior/tail_cuts.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <lehr/diagnostics/diagnostics.hpp>
#include <lehr/diagnostics/moments.hpp>
#include <lehr/posterior/find_conditional.hpp>

namespace lehr {
namespace {

constexpr double kMeans[] = {0.1, 0.5, 0.9};
constexpr int kHalvings = 60;
constexpr double kFurthest = 1e-9;  // of the prior, or of the draws, beyond which no cut is looked for

std::vector<double> shares_below(std::span<const Conditional> conditionals, double cut) {
  std::vector<double> shares;
  for (const Conditional& conditional : conditionals) shares.push_back(conditional.share_below(cut));
  return shares;
}

/// Where the mean of F is this one.
double find_cut(const Parameter& parameter, DrawsView draws, std::span<const Conditional> conditionals, double mean) {
  const auto [least, most] = std::minmax_element(draws.values.begin(), draws.values.end());
  double lower = std::min(*least, parameter.prior_quantile(kFurthest));
  double upper = std::max(*most, parameter.prior_quantile(1 - kFurthest));
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (lower + upper) / 2;
    (sample_mean(shares_below(conditionals, middle)) < mean ? lower : upper) = middle;
  }
  return (lower + upper) / 2;
}

TailCut judge_cut(DrawsView draws, std::span<const Conditional> conditionals, double cut) {
  const std::vector<double> shares = shares_below(conditionals, cut);
  const double expected = sample_mean(shares);
  std::vector<double> below;
  for (const double draw : draws.values) below.push_back(draw < cut ? 1 : 0);
  const double share = sample_mean(below);
  const auto all = static_cast<double>(below.size());
  const double of_draws = std::clamp(ess_bulk(draws).value_or(1), 1.0, all);
  const double of_share = std::clamp(ess_mean({below, draws.draws}).value_or(of_draws), 1.0, all);
  const double used = std::min(static_cast<double>(shares.size()), of_draws);
  const double variance = std::max(expected * (1 - expected), share * (1 - share));
  const double spread = shares.size() > 1 ? sample_variance(shares) / (expected * (1 - expected)) : 1;
  return {cut, expected, share, (expected - share) / std::sqrt(variance * (spread / used + 1 / of_share))};
}

std::string rounded(const char* format, double value) {
  char text[40];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string warning_of(const std::string& name, const TailCut& cut) {
  return name + ": " + rounded("%.0f", 100 * cut.expected) + " % of the posterior lies below " +
         rounded("%.3g", cut.at) + ", but " + rounded("%.1f", 100 * cut.share) + " % of the draws do (z " +
         rounded("%.1f", cut.z) +
         "): the chains do not see the whole posterior; go on with --resume and more --draws, or fit again with "
         "another "
         "--sampler";
}

}  // namespace

ParameterTails judge_tails(const Parameter& parameter, DrawsView draws, std::span<const Conditional> conditionals) {
  ParameterTails tails{parameter.name};
  if (conditionals.empty()) return tails;
  double squares = 0;
  for (const Conditional& conditional : conditionals) squares += std::pow(conditional.noise(), 2);
  tails.noise = std::sqrt(squares / static_cast<double>(conditionals.size()));
  for (const double mean : kMeans) {
    tails.cuts.push_back(judge_cut(draws, conditionals, find_cut(parameter, draws, conditionals, mean)));
    tails.cuts.back().at = parameter.natural(tails.cuts.back().at);
  }
  return tails;
}

void describe_tails(TailReport& report) {
  const ParameterTails* noisiest = nullptr;
  std::size_t noisy = 0;
  for (const ParameterTails& parameter : report.parameters) {
    const auto worst = std::max_element(parameter.cuts.begin(), parameter.cuts.end(),
                                        [](const auto& a, const auto& b) { return std::abs(a.z) < std::abs(b.z); });
    if (worst == parameter.cuts.end()) {
      report.notes.push_back(parameter.name + ": the tails could not be checked, because the numbers broke down");
      continue;
    }
    report.largest_z = std::max(report.largest_z, std::abs(worst->z));
    if (std::abs(worst->z) > kLargestTailZ) report.warnings.push_back(warning_of(parameter.name, *worst));
    if (parameter.noise > kConditionalNoise) ++noisy;
    if (noisiest == nullptr || parameter.noise > noisiest->noise) noisiest = &parameter;
  }
  if (noisy == 0) return;
  report.notes.push_back("the check is rough for " + std::to_string(noisy) + " of " +
                         std::to_string(report.parameters.size()) + " parameters: with up to " +
                         std::to_string(report.samples) + " particles the log estimates of " + noisiest->name +
                         " have a noise of " + rounded("%.2g", noisiest->noise) + ", above " +
                         rounded("%.2g", kConditionalNoise));
}

}  // namespace lehr
