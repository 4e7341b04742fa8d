#include <lehr/diagnostics/warnings.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>

#include <lehr/samplers/chain.hpp>

namespace lehr {
namespace {

std::string fixed(double value, int digits) {
  if (std::isinf(value)) return "infinite";
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", digits, std::min(value, 1e9));
  return buffer;
}

/// "2 of 4 chains", or "the only chain".
std::string count_of(std::size_t count, std::size_t total, const std::string& noun) {
  if (total == 1) return "the only " + noun;
  return std::to_string(count) + " of " + std::to_string(total) + " " + noun + "s";
}

/// The items that are bad, counted, with the one of the largest badness.
struct Bad {
  std::size_t count = 0;
  std::size_t worst = 0;
};

/// `badness` of an item: positive where it deserves a warning.
template <class Item, class Badness>
std::optional<Bad> find_bad(const std::vector<Item>& items, Badness badness) {
  Bad bad;
  double most = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const double value = badness(items[i]);
    if (!(value > 0)) continue;
    ++bad.count;
    if (value > most) bad.worst = i;
    most = std::max(most, value);
  }
  return bad.count > 0 ? std::optional(bad) : std::nullopt;
}

double smaller_ess(const ParameterSummary& parameter) { return std::min(*parameter.ess_bulk, *parameter.ess_tail); }

void warn_of_missing(const RunSummary& summary, std::vector<std::string>& warnings) {
  const auto bad = find_bad(summary.parameters, [](const ParameterSummary& parameter) {
    return parameter.rhat && parameter.ess_bulk && parameter.ess_tail ? 0.0 : 1.0;
  });
  if (!bad) return;
  warnings.push_back("R-hat or an effective sample size cannot be computed for " +
                     count_of(bad->count, summary.parameters.size(), "parameter") + " (" +
                     summary.parameters[bad->worst].name +
                     "): there are too few draws, or the chains hardly ever moved. Take more draws before using the "
                     "results.");
}

void warn_of_rhat(const RunSummary& summary, double largest, std::vector<std::string>& warnings) {
  const auto bad = find_bad(summary.parameters,
                            [&](const ParameterSummary& parameter) { return parameter.rhat.value_or(1) - largest; });
  if (!bad) return;
  const ParameterSummary& worst = summary.parameters[bad->worst];
  warnings.push_back("R-hat is above " + fixed(largest, 2) + " for " +
                     count_of(bad->count, summary.parameters.size(), "parameter") + " (at worst " +
                     fixed(*worst.rhat, 3) + ", for " + worst.name +
                     "): the chains do not agree yet. Take more draws; if it stays, they may sit on different modes: "
                     "see the traces in "
                     "the report, and choose narrower priors.");
}

void warn_of_ess(const RunSummary& summary, std::vector<std::string>& warnings) {
  const double least = kLeastEssPerChain * static_cast<double>(summary.chains);
  const auto bad = find_bad(summary.parameters, [least](const ParameterSummary& parameter) {
    return parameter.ess_bulk && parameter.ess_tail ? least - smaller_ess(parameter) : 0;
  });
  if (!bad) return;
  const ParameterSummary& worst = summary.parameters[bad->worst];
  const double factor = std::ceil(least / smaller_ess(worst));
  warnings.push_back("The effective sample size is below " + fixed(kLeastEssPerChain, 0) + " per chain for " +
                     count_of(bad->count, summary.parameters.size(), "parameter") + " (at worst " +
                     fixed(smaller_ess(worst), 0) + " in all, for " + worst.name +
                     "): means and intervals are rough. Take about " + fixed(factor, 0) + " times as many draws.");
}

void warn_of_acceptance(const RunSummary& summary, std::vector<std::string>& warnings) {
  const auto bad = find_bad(
      summary.movement, [](const ChainMovement& movement) { return kLeastAcceptanceRate - movement.acceptance_rate; });
  if (!bad) return;
  warnings.push_back("Less than " + fixed(100 * kLeastAcceptanceRate, 0) + " % of the proposals were accepted in " +
                     count_of(bad->count, summary.chains, "chain") + " (at worst " +
                     fixed(100 * summary.movement[bad->worst].acceptance_rate, 1) + " %, in chain " +
                     std::to_string(bad->worst + 1) +
                     "). Where the evidence is estimated by sampling, take more importance samples; else the proposals "
                     "do not fit this "
                     "posterior: fewer parameters are easier, for example without one length-scale per feature.");
}

bool is_stuck(const ChainMovement& movement, std::size_t draws) {
  return movement.longest_stretch > tolerable_stretch(movement.acceptance_rate, draws);
}

/// Why, and what to do. A state that the emulator holds for improbable is rarely left even with a good estimate, and
/// one whose estimate is too high seems improbable to the emulator as well: the larger share decides.
std::string cause_of(const std::optional<LongStay>& stay) {
  constexpr double kMuch = 1;  // nats
  const double luck = stay ? stay->luck.value_or(0) : 0;
  const double gap = stay ? stay->gap.value_or(0) : 0;
  if (luck > kMuch && luck > gap / 2) {
    return "the log estimate of the evidence that it stayed with is " + fixed(luck, 1) +
           " above fresh ones at the same parameters. Take more importance samples.";
  }
  if (gap > kMuch) {
    return "the emulator is " + fixed(gap, 1) +
           " nats too low there, as in a tail that warm-up has not seen, and few proposals lead away. Take more draws; "
           "more importance samples would not help.";
  }
  return "such a stay often begins at an estimate of the evidence that was far too high, or where proposals seldom "
         "lead. "
         "Take more draws; where the evidence is estimated by sampling, take more importance samples too.";
}

void warn_of_stretches(const RunSummary& summary, const std::optional<LongStay>& stay,
                       std::vector<std::string>& warnings) {
  const auto bad = find_bad(summary.movement, [&](const ChainMovement& movement) {
    return is_stuck(movement, summary.draws) ? static_cast<double>(movement.longest_stretch) : 0;
  });
  if (!bad) return;
  const ChainMovement& worst = summary.movement[bad->worst];
  warnings.push_back("There is a long stretch without acceptance in " + count_of(bad->count, summary.chains, "chain") +
                     " (at worst " + std::to_string(worst.longest_stretch) + " draws in a row, in chain " +
                     std::to_string(bad->worst + 1) + ", which accepted " + fixed(100 * worst.acceptance_rate, 1) +
                     " % over all): " + cause_of(stay));
}

/// A chain that keeps its random numbers moves with them, too: acceptance does not show that new ones are refused. What
/// is shown already by stretches without acceptance is not told again.
void warn_of_kept_numbers(const RunSummary& summary, std::vector<std::string>& warnings) {
  constexpr double kLeastShare =
      kRenewalProbability / 4;  // of the accepted draws; quiet estimates have four times that
  const auto bad = find_bad(summary.movement, [&](const ChainMovement& movement) {
    const double rate = std::max(movement.renewal_rate, kLeastShare * movement.acceptance_rate);
    const bool held = movement.longest_kept > tolerable_stretch(rate, summary.draws);
    return held && !is_stuck(movement, summary.draws) ? static_cast<double>(movement.longest_kept) : 0;
  });
  if (!bad) return;
  const ChainMovement& worst = summary.movement[bad->worst];
  warnings.push_back(
      "The estimates were made of the same random numbers for long in " +
      count_of(bad->count, summary.chains, "chain") + " (at worst " + std::to_string(worst.longest_kept) +
      " draws in a row, in chain " + std::to_string(bad->worst + 1) +
      "): estimates with these were far too high, and new ones were refused. Take more importance samples.");
}

void warn_of_broken(const RunSummary& summary, std::size_t thin, std::vector<std::string>& warnings) {
  const std::size_t proposals = summary.chains * summary.draws * thin;
  const std::size_t broken = summary.broken_proposals.value_or(0);
  if (broken == 0 || static_cast<double>(broken) < kMostBroken * static_cast<double>(proposals)) return;
  const double share = 100 * static_cast<double>(broken) / static_cast<double>(proposals);
  warnings.push_back(
      "The numbers broke down at " + std::to_string(broken) + " of " + std::to_string(proposals) + " proposals (" +
      fixed(share, 1) +
      " %), which were rejected: what the posterior has there is missing from the results. Choose priors "
      "that keep the parameters from extreme values, or another approximation.");
}

}  // namespace

std::size_t tolerable_stretch(double acceptance_rate, std::size_t draws) {
  constexpr double kFalseAlarm = 1e-6;
  constexpr double kLeast = 20;
  if (acceptance_rate <= 0) return std::numeric_limits<std::size_t>::max();  // the rate itself is the warning
  if (acceptance_rate >= 1) return static_cast<std::size_t>(kLeast);
  const double log_alarms = std::log(static_cast<double>(draws) * acceptance_rate / kFalseAlarm);
  return static_cast<std::size_t>(std::max(kLeast, std::ceil(log_alarms / -std::log1p(-acceptance_rate))));
}

std::vector<std::string> convergence_warnings(const RunSummary& summary, const Circumstances& circumstances) {
  std::vector<std::string> warnings;
  warn_of_missing(summary, warnings);
  warn_of_rhat(summary, circumstances.largest_rhat, warnings);
  warn_of_ess(summary, warnings);
  warn_of_acceptance(summary, warnings);
  warn_of_stretches(summary, circumstances.longest_stay, warnings);
  warn_of_kept_numbers(summary, warnings);
  warn_of_broken(summary, circumstances.thin, warnings);
  return warnings;
}

}  // namespace lehr
