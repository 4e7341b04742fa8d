#include <lehr/diagnostics/silence.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include <lehr/diagnostics/diagnostics.hpp>
#include <lehr/diagnostics/moments.hpp>

namespace lehr {
namespace {

constexpr double kSame = 0.01;      // nats between evidences that are the same but for rounding
constexpr double kMostNoise = 0.3;  // of an estimate, with which that can be seen
constexpr double kErrors = 5;       // that one draw of thousands may be off by
constexpr double kLittle = 0.1;     // nats between a posterior and a prior that look alike
constexpr double kMostError = 0.1;  // of the evidence of the model, with which that can be seen

/// In the mean as well: noise must not hide a little that every draw has. A noise s lifts carried estimates by s^2 / 2.
/// It was measured at a few draws, and may be twice as much at others.
bool every_row_is_guessed(const RunInfo& info, const RunOutcome& outcome, const Chains& chains) {
  if (info.data.responses.kind != ResponseKind::two_classes || outcome.estimate_noise > kMostNoise) return false;
  const double guessing = -static_cast<double>(info.data.rows) * std::numbers::ln2;
  const std::vector<double>& estimates = chains.log_evidence_estimate;
  double noise = outcome.estimate_noise;
  if (estimates.size() > 1) noise = std::clamp(std::sqrt(sample_variance(estimates)), noise, 2 * noise);
  const auto is_near = [&](double estimate) { return std::abs(estimate - guessing) < kSame + kErrors * noise; };
  if (!std::all_of(estimates.begin(), estimates.end(), is_near)) return false;
  const double error = mcse_mean({estimates, chains.draws}).value_or(0);
  return std::abs(sample_mean(estimates) - guessing) < kSame + noise * noise + kErrors * error;
}

/// KL(posterior || prior) = mean of log p(y | theta) over the posterior - log p(y | model), and its error. The carried
/// estimates are those of states that were accepted for them: s^2 / 2 above log p(y | theta), with noise s.
struct Divergence {
  double value;
  double error;
};

std::optional<Divergence> from_prior(const RunOutcome& outcome, const Chains& chains) {
  const std::vector<double>& estimates = chains.log_evidence_estimate;
  const std::optional<double> error_of_mean = mcse_mean({estimates, chains.draws});
  if (!outcome.model_evidence || !error_of_mean) return std::nullopt;
  const double noise = outcome.estimate_noise;
  return Divergence{sample_mean(estimates) - noise * noise / 2 - outcome.model_evidence->log_value,
                    std::hypot(outcome.model_evidence->error, *error_of_mean)};
}

}  // namespace

std::string silence(const RunInfo& info, const RunOutcome& outcome, const Chains& chains) {
  if (chains.draws == 0) return "";
  if (every_row_is_guessed(info, outcome, chains)) {
    return std::string(
               "The data say nothing: at every draw the evidence is that of guessing each label, so no row tells "
               "anything about another, and predictions are those of the prior. Are the length-scales far below "
               "the distances between rows, or the variances close to 0? ") +
           (info.encoding.standardized ? "Choose" : "Standardise the features, or choose") +
           " priors that reach from row to row.";
  }
  const std::optional<Divergence> divergence = from_prior(outcome, chains);
  if (!divergence || divergence->error > kMostError || divergence->value > kLittle + 2 * divergence->error) return "";
  return "The data say next to nothing about the parameters: their posterior is their prior, as far as can be seen. "
         "Predictions rest on the priors as much as on the data: choose these with care, or find more rows.";
}

}  // namespace lehr
