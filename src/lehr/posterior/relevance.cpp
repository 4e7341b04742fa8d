#include <lehr/posterior/relevance.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>

#include <lehr/diagnostics/diagnostics.hpp>
#include <lehr/diagnostics/moments.hpp>
#include <lehr/posterior/state_moments.hpp>
#include <lehr/random/stream.hpp>

namespace lehr {
namespace {

// Of a feature's standard deviation. With f = 2.5 x1 + sin(4 x3), which rises as fast along both, a smaller one ranks
// ripples like the slope that decides predictions.
constexpr double kStep = 0.5;
constexpr double kTail = 0.05;
constexpr std::size_t kFeaturesAtOnce = 8;
constexpr double kLargestDivergence = 5e5;  // nats: a distance of 1000, where a logarithm is infinite

/// The law of a response with two classes, by logarithms: they tell a probability of 1 - 1e-30 from 1.
struct Law {
  double log_positive;
  double log_negative;
};

/// p (log p - log q), which is 0 where p is.
double part_of(double log_p, double log_q) {
  const double p = std::exp(log_p);
  return p > 0 ? p * (log_p - log_q) : 0;
}

/// sqrt(2 KL) from a law to another; at most what can be averaged.
double distance(const Law& from, const Law& to) {
  const double kl = part_of(from.log_positive, to.log_positive) + part_of(from.log_negative, to.log_negative);
  return std::isnan(kl) ? 0 : std::sqrt(2 * std::clamp(kl, 0.0, kLargestDivergence));
}

/// Standard deviations of the features over all rows; constant ones are not among features.
std::vector<double> spreads_of(const Dataset& data) {
  std::vector<double> spreads;
  for (std::size_t k = 0; k < data.features; ++k) spreads.push_back(std::sqrt(sample_variance(data.feature(k))));
  return spreads;
}

/// The rows, then again for each of some features with that one moved.
Dataset moved_rows(const Dataset& rows, std::size_t first, std::size_t count, const std::vector<double>& spreads) {
  Dataset moved;
  moved.rows = rows.rows * (1 + count);
  moved.features = rows.features;
  moved.feature_names = rows.feature_names;
  moved.responses.kind = rows.responses.kind;
  for (std::size_t k = 0; k < rows.features; ++k) {
    for (std::size_t copy = 0; copy <= count; ++copy) {
      const bool moves = copy > 0 && first + copy - 1 == k;
      for (const double value : rows.feature(k)) moved.inputs.push_back(moves ? value + kStep * spreads[k] : value);
    }
  }
  return moved;
}

/// A share of the weights lies below.
double weighted_quantile(std::vector<std::pair<double, double>> values, double share) {
  std::sort(values.begin(), values.end());
  double total = 0;
  for (const auto& [value, weight] : values) total += weight;
  double below = 0;
  for (const auto& [value, weight] : values) {
    below += weight;
    if (below >= share * total) return value;
  }
  return values.back().first;
}

/// One state after the other: the weight, and the density of a row of either class.
struct StateLaws {
  std::vector<double> weights;
  std::vector<std::unique_ptr<RowDensity>> classes;

  Law at(std::size_t state, double mean, double variance) const {
    const RowDensity& density = *classes[state];
    return {density.cavity_integral(0, mean, variance).log_value, density.cavity_integral(1, mean, variance).log_value};
  }
};

StateLaws laws_of(const PosteriorView& posterior) {
  StateLaws laws;
  posterior.states([&](const PosteriorState& state) {
    laws.weights.push_back(static_cast<double>(state.count));
    laws.classes.push_back(
        posterior.model.density({ResponseKind::two_classes, {1, 0}}, posterior.model.theta(state.parameters)));
  });
  return laws;
}

/// The largest difference of the distribution functions of two samples.
double largest_distance(std::vector<double> a, std::vector<double> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  double largest = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const double value = std::min(a[i], b[j]);
    while (i < a.size() && a[i] <= value) ++i;
    while (j < b.size() && b[j] <= value) ++j;
    largest = std::max(largest, std::abs(static_cast<double>(i) / static_cast<double>(a.size()) -
                                         static_cast<double>(j) / static_cast<double>(b.size())));
  }
  return largest;
}

}  // namespace

std::optional<std::vector<FeatureRelevance>> find_relevance(const PosteriorView& posterior, const Dataset& rows,
                                                            const RunContext& context) {
  const StateLaws laws = laws_of(posterior);
  const std::size_t states = laws.weights.size();
  const std::vector<double> spreads = spreads_of(posterior.training);
  std::vector<FeatureRelevance> found;
  for (std::size_t first = 0; first < rows.features; first += kFeaturesAtOnce) {
    const std::size_t count = std::min(kFeaturesAtOnce, rows.features - first);
    const Dataset moved = moved_rows(rows, first, count, spreads);
    const auto wanted = [](std::size_t) { return Wanted::mean_and_variance; };
    const std::optional<StateMoments> moments = find_moments(posterior, moved, wanted, context, [&](std::size_t done) {
      const double share = double(done) / double(states);
      context.progress("relevance", (double(first) + share * double(count)) / double(rows.features));
    });
    if (!moments) return std::nullopt;
    const auto law = [&](std::size_t state, std::size_t row) {
      const std::size_t place = state * moved.rows + row;
      return laws.at(state, moments->means[place], moments->variances[place]);
    };
    std::vector<std::vector<std::pair<double, double>>> by_state(count);  // of each feature, with the states' weights
    for (std::size_t state = 0; state < states; ++state) {
      std::vector<Law> here;
      for (std::size_t row = 0; row < rows.rows; ++row) here.push_back(law(state, row));
      for (std::size_t k = 0; k < count; ++k) {
        double mean = 0;
        for (std::size_t row = 0; row < rows.rows; ++row) {
          mean += distance(here[row], law(state, (1 + k) * rows.rows + row)) / double(rows.rows);
        }
        by_state[k].emplace_back(mean / kStep, laws.weights[state]);
      }
    }
    for (std::size_t k = 0; k < count; ++k) {
      FeatureRelevance& feature = found.emplace_back();
      feature.name = rows.feature_names[first + k];
      double total = 0;
      for (const auto& [value, weight] : by_state[k]) {
        feature.relevance += value * weight;
        total += weight;
      }
      feature.relevance /= total;
      feature.lower = weighted_quantile(by_state[k], kTail);
      feature.upper = weighted_quantile(by_state[k], 1 - kTail);
    }
  }
  return found;
}

bool is_learned(const Parameter& parameter, const Chains& chains, std::size_t index) {
  constexpr std::size_t kPriorDraws = 10'000;
  constexpr double kSmall = 0.1;
  constexpr double kByChance = 1.63;  // over the root of the sample's size: one of a hundred (Kolmogorov)
  Stream stream({1, Purpose::relevance, 0, index});
  std::vector<double> prior;
  for (std::size_t i = 0; i < kPriorDraws; ++i) prior.push_back(parameter.natural(parameter.draw_prior(stream)));
  const std::vector<double>& draws = chains.parameters[index];
  const double worth = std::max(1.0, ess_bulk({draws, chains.draws}).value_or(1));
  return largest_distance(draws, std::move(prior)) > std::max(kSmall, kByChance / std::sqrt(worth));
}

}  // namespace lehr
