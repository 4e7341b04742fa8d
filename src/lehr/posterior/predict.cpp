#include <lehr/posterior/predict.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include <lehr/base/parallel.hpp>
#include <lehr/diagnostics/diagnostics.hpp>
#include <lehr/posterior/latent_mixture.hpp>
#include <lehr/posterior/state_moments.hpp>
#include <lehr/posterior/variance_regression.hpp>
#include <lehr/priors/new_rows.hpp>

namespace lehr {
namespace {

constexpr std::size_t kMostMoments = 16 * 1024 * 1024;  // means and variances held at once: 256 MB

// Where variances by regression are judged.
constexpr std::size_t kRowsToJudge = 64;
constexpr std::size_t kStatesToJudge = 22;

/// The states of a posterior without their vectors.
class StateList {
 public:
  explicit StateList(const PosteriorView& posterior) {
    std::vector<std::vector<std::size_t>> chains;  // which states they were at, one after the other
    posterior.states([&](const PosteriorState& state) {
      const std::size_t index = parameters.size();
      parameters.push_back(state.parameters);
      weights.push_back(static_cast<double>(state.count));
      positive.push_back(posterior.model.outcomes(posterior.model.theta(state.parameters)));
      if (chains.size() <= state.chain) chains.resize(state.chain + 1);
      chains[state.chain].insert(chains[state.chain].end(), state.count, index);
    });
    for (const std::vector<std::size_t>& chain : chains) draws_.insert(draws_.end(), chain.begin(), chain.end());
    for (double& weight : weights) weight /= static_cast<double>(draws_.size());
    const auto shorter = [](const auto& a, const auto& b) { return a.size() < b.size(); };
    const auto [least, most] = std::minmax_element(chains.begin(), chains.end(), shorter);
    if (!chains.empty() && least->size() == most->size()) draws_of_chain_ = most->size();
  }

  std::size_t size() const { return parameters.size(); }
  std::size_t draws() const { return draws_.size(); }

  /// The Monte Carlo error of the mean over all draws of what has these values at the states. NaN where there are too
  /// few draws to tell.
  double monte_carlo_error(const std::vector<double>& values) const {
    constexpr std::size_t kLeastDraws = 6;  // of each chain: mcse_mean is empty below
    if (draws_of_chain_ < kLeastDraws) return std::numeric_limits<double>::quiet_NaN();
    std::vector<double> by_draw;
    by_draw.reserve(draws_.size());
    for (const std::size_t state : draws_) by_draw.push_back(values[state]);
    return mcse_mean({by_draw, draws_of_chain_}).value_or(0);  // all values are equal
  }

  std::vector<std::vector<double>> parameters;        // [state]
  std::vector<double> weights;                        // [state]; sum to 1
  std::vector<std::unique_ptr<RowDensity>> positive;  // [state], of one row of the positive class

 private:
  std::vector<std::size_t> draws_;  // the state of each draw, chain by chain
  std::size_t draws_of_chain_ = 0;  // 0 where chains differ
};

/// One value of every state at one row.
std::vector<double> at_row(const std::vector<double>& values, std::size_t states, std::size_t row) {
  const std::size_t rows = values.size() / states;
  std::vector<double> result(states);
  for (std::size_t s = 0; s < states; ++s) result[s] = values[s * rows + row];
  return result;
}

void summarise_row(const StateList& states, const StateMoments& moments, std::size_t row, double interval,
                   std::size_t out, Predictions& predictions) {
  const std::vector<double> means = at_row(moments.means, states.size(), row);
  const std::vector<double> variances = at_row(moments.variances, states.size(), row);
  std::vector<double> probabilities(states.size());
  double probability = 0;
  for (std::size_t s = 0; s < states.size(); ++s) {
    probabilities[s] = states.positive[s]->probability(0, means[s], variances[s]);
    probability += states.weights[s] * probabilities[s];
  }
  const LatentMixture mixture{means, variances, states.weights};
  predictions.probability[out] = std::min(probability, 1.0);
  predictions.mcse_probability[out] = states.monte_carlo_error(probabilities);
  predictions.latent_mean[out] = mixture.mean();
  predictions.latent_sd[out] = mixture.sd();
  // The class probability rises with the latent, so its quantiles are those of the latent.
  const double tail = (1 - interval) / 2;
  const RowDensity& positive = *states.positive.front();
  predictions.lower[out] = std::exp(positive.log_density(0, mixture.quantile(tail)).value);
  predictions.upper[out] = std::exp(positive.log_density(0, mixture.quantile(1 - tail)).value);
}

/// Variances by regression, and how well they are known.
class RegressedVariances {
 public:
  RegressedVariances(const PosteriorView& posterior, const StateList& states)
      : posterior_(posterior), states_(states), regression_(points(posterior, states)) {
    for (const std::vector<double>& parameters : states.parameters) {
      largest_.push_back(posterior.model.theta(parameters).variance);
    }
  }

  bool is_worthwhile() const { return regression_.is_worthwhile(); }

  Wanted wanted(std::size_t state) const {
    return regression_.is_anchor(state) ? Wanted::mean_and_variance : Wanted::mean;
  }

  void fill(StateMoments& moments, const Dataset& rows) const {
    // The terms beside the kernel are the same at all states.
    const Covariance first = posterior_.model.covariance(posterior_.model.theta(states_.parameters.front()));
    regression_.fill(moments, largest_, prior_variances(rows, first).array() - first.parameters.variance);
  }

  /// By rows of the training table alone, so that a row's answer has nothing to do with the other rows.
  std::optional<VarianceRegressionError> judge(const RunContext& context) const {
    const std::vector<std::size_t> held_out = states_held_out();
    const std::size_t count = std::min(kRowsToJudge, posterior_.training.rows);
    std::vector<Index> places;
    for (std::size_t i = 0; i < count; ++i) {
      places.push_back(static_cast<Index>((2 * i + 1) * posterior_.training.rows / (2 * count)));
    }
    const Dataset rows = rows_at(posterior_.training, places);
    const auto wanted = [&](std::size_t state) {
      const bool looked_at = std::binary_search(held_out.begin(), held_out.end(), state);
      return looked_at || regression_.is_anchor(state) ? Wanted::mean_and_variance : Wanted::nothing;
    };
    const std::optional<StateMoments> exact = find_moments(posterior_, rows, wanted, context, [](std::size_t) {});
    if (!exact) return std::nullopt;
    StateMoments fitted = *exact;
    fill(fitted, rows);
    VarianceRegressionError error{regression_.anchors().size(), held_out.size(), count, 0, 0};
    for (const std::size_t s : held_out) {
      for (std::size_t i = s * count; i < (s + 1) * count; ++i) {
        const RowDensity& positive = *states_.positive[s];
        const double difference = std::abs(positive.probability(0, exact->means[i], fitted.variances[i]) -
                                           positive.probability(0, exact->means[i], exact->variances[i]));
        error.mean += difference / static_cast<double>(held_out.size() * count);
        error.largest = std::max(error.largest, difference);
      }
    }
    return error;
  }

 private:
  static std::vector<std::vector<double>> points(const PosteriorView& posterior, const StateList& states) {
    std::vector<std::vector<double>> points;
    for (const std::vector<double>& parameters : states.parameters) {
      points.push_back(posterior.model.space().free(parameters));
    }
    return points;
  }

  /// Spread evenly over those that are no anchors.
  std::vector<std::size_t> states_held_out() const {
    std::vector<std::size_t> others;
    for (std::size_t s = 0; s < states_.size(); ++s) {
      if (!regression_.is_anchor(s)) others.push_back(s);
    }
    const std::size_t count = std::min(kStatesToJudge, others.size());
    std::vector<std::size_t> some;
    for (std::size_t i = 0; i < count; ++i) some.push_back(others[(2 * i + 1) * others.size() / (2 * count)]);
    return some;
  }

  const PosteriorView& posterior_;
  const StateList& states_;
  VarianceRegression regression_;
  std::vector<double> largest_;  // [state]: the kernel's variance
};

void resize(Predictions& predictions, std::size_t rows) {
  for (auto* column : {&predictions.probability, &predictions.lower, &predictions.upper, &predictions.latent_mean,
                       &predictions.latent_sd, &predictions.mcse_probability}) {
    column->resize(rows);
  }
}

}  // namespace

std::optional<Predictions> predict(const PosteriorView& posterior, const Dataset& rows,
                                   const PredictionSettings& settings, const RunContext& context) {
  settings.check();
  const StateList states(posterior);
  Predictions predictions;
  predictions.draws = states.draws();
  resize(predictions, rows.rows);
  std::optional<RegressedVariances> regressed;
  if (settings.variances == "regressed") regressed.emplace(posterior, states);
  if (regressed && !regressed->is_worthwhile()) regressed.reset();
  if (regressed) {
    predictions.variance_regression = regressed->judge(context);
    if (!predictions.variance_regression) return std::nullopt;
  }

  const std::size_t rows_at_once = std::max<std::size_t>(64, kMostMoments / std::max<std::size_t>(states.size(), 1));
  for (std::size_t begin = 0; begin < rows.rows; begin += rows_at_once) {
    const std::size_t count = std::min(rows_at_once, rows.rows - begin);
    const Dataset batch = some_rows(rows, begin, count, count);
    const auto wanted = [&](std::size_t s) { return regressed ? regressed->wanted(s) : Wanted::mean_and_variance; };
    std::optional<StateMoments> moments = find_moments(posterior, batch, wanted, context, [&](std::size_t done) {
      const double share = double(done) / double(states.size());
      context.progress("predictions", (double(begin) + share * double(count)) / double(rows.rows));
    });
    if (!moments) return std::nullopt;
    if (regressed) regressed->fill(*moments, batch);
    for_each_block(count, context.threads, [&](std::size_t row) {
      if (!context.stopped()) {
        summarise_row(states, *moments, row, settings.interval, begin + row, predictions);
      }
    });
    if (context.stopped()) return std::nullopt;
  }
  return predictions;
}

}  // namespace lehr
