#include <lehr/posterior/predict.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>

#include <lehr/base/check.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/base/parallel.hpp>
#include <lehr/posterior/latent_mixture.hpp>
#include <lehr/priors/new_rows.hpp>
#include <lehr/priors/prior_form.hpp>

namespace lehr {
namespace {

constexpr std::size_t kStatesAtOnce = 32;               // factorised in parallel
constexpr double kMatrices = 2;                         // of each of them, where K is dense
constexpr std::size_t kMostMoments = 16 * 1024 * 1024;  // means and variances held at once: 256 MB

/// Mean and variance of the latent at `rows` given one state. Empty when the numbers break down, and after a stop
/// request.
std::optional<LatentMoments> latent_moments(const Dataset& training, const Model& model, const Dataset& rows,
                                            const PosteriorState& state, const std::stop_token& stop) {
  const double noise = model.likelihood().noise();
  const std::unique_ptr<GaussianPrior> prior =
      choose_prior({training, model.kernel(), model.theta(state.parameters), Use::sites, kMatrices, stop});
  if (prior == nullptr) return std::nullopt;
  const Eigen::Map<const Vector> values(state.state.data(), static_cast<Index>(state.state.size()));
  return prior->extend(rows, values, noise);
}

/// Means and variances of every state at some rows, gathered while the states go by.
class Moments {
 public:
  Moments(const PosteriorView& posterior, const Dataset& rows, const PredictionSettings& settings,
          const RunContext& context)
      : training_(posterior.training), model_(posterior.model), rows_(rows), settings_(settings), context_(context) {}

  void add(const PosteriorState& state) {
    waiting_.push_back(state);
    if (waiting_.size() == kStatesAtOnce) flush();
  }

  void flush() {
    const std::size_t first = weights_.size();
    means_.resize((first + waiting_.size()) * rows_.rows);
    variances_.resize(means_.size());
    for (const PosteriorState& state : waiting_) {
      weights_.push_back(static_cast<double>(state.count));
      positive_.push_back(model_.density({ResponseKind::two_classes, {1}}, model_.theta(state.parameters)));
    }
    for_each_block(waiting_.size(), context_.threads, [&](std::size_t i) {
      const std::optional<LatentMoments> moments = latent_moments(training_, model_, rows_, waiting_[i], context_.stop);
      if (context_.stopped()) return;
      if (!moments) throw RunError("a covariance of the run cannot be factorised any more: the run file is damaged");
      const auto offset = static_cast<std::ptrdiff_t>((first + i) * rows_.rows);
      std::copy(moments->mean.begin(), moments->mean.end(), means_.begin() + offset);
      std::copy(moments->variance.begin(), moments->variance.end(), variances_.begin() + offset);
    });
    context_.throw_if_stopped();
    waiting_.clear();
  }

  void summarise(Predictions& predictions) {
    flush();
    double total = 0;
    for (const double weight : weights_) total += weight;
    for (double& weight : weights_) weight /= total;
    const std::size_t first = predictions.probability.size();
    for (auto* column : {&predictions.probability, &predictions.lower, &predictions.upper, &predictions.latent_mean,
                         &predictions.latent_sd}) {
      column->resize(first + rows_.rows);
    }
    for_each_block(rows_.rows, context_.threads, [&](std::size_t row) {
      if (!context_.stopped()) summarise_row(row, first + row, predictions);
    });
    context_.throw_if_stopped();
  }

 private:
  void summarise_row(std::size_t row, std::size_t out, Predictions& predictions) const {
    const std::size_t states = weights_.size();
    std::vector<double> means(states);
    std::vector<double> variances(states);
    double probability = 0;
    for (std::size_t s = 0; s < states; ++s) {
      means[s] = means_[s * rows_.rows + row];
      variances[s] = variances_[s * rows_.rows + row];
      probability += weights_[s] * positive_probability(*positive_[s], means[s], variances[s]);
    }
    const LatentMixture mixture{means, variances, weights_};
    predictions.probability[out] = std::min(probability, 1.0);
    predictions.latent_mean[out] = mixture.mean();
    predictions.latent_sd[out] = mixture.sd();
    // The class probability rises with the latent, so its quantiles are those of the latent.
    const double tail = (1 - settings_.interval) / 2;
    predictions.lower[out] = std::exp(positive_.front()->log_density(0, mixture.quantile(tail)).value);
    predictions.upper[out] = std::exp(positive_.front()->log_density(0, mixture.quantile(1 - tail)).value);
  }

  const Dataset& training_;
  const Model& model_;
  const Dataset& rows_;
  const PredictionSettings& settings_;
  const RunContext& context_;
  std::vector<PosteriorState> waiting_;
  std::vector<double> means_;  // [state * rows + row]
  std::vector<double> variances_;
  std::vector<double> weights_;                        // [state]
  std::vector<std::unique_ptr<RowDensity>> positive_;  // [state], of one row of the positive class
};

}  // namespace

double positive_probability(const RowDensity& positive, double mean, double variance) {
  if (!(variance > 0)) return std::exp(positive.log_density(0, mean).value);
  return std::exp(positive.cavity_integral(0, mean, variance).log_value);
}

void PredictionSettings::check() const {
  if (interval > 0 && interval < 1) return;
  throw UsageError("interval must be a share between 0 and 1, not " + to_text(interval));
}

Predictions predict(const PosteriorView& posterior, const Dataset& rows, const PredictionSettings& settings,
                    const RunContext& context) {
  settings.check();
  std::size_t total = 0;
  posterior.states([&](const PosteriorState&) { ++total; });
  const std::size_t rows_at_once = std::max<std::size_t>(64, kMostMoments / std::max<std::size_t>(total, 1));
  Predictions predictions;
  for (std::size_t begin = 0; begin < rows.rows; begin += rows_at_once) {
    const std::size_t count = std::min(rows_at_once, rows.rows - begin);
    const Dataset batch = some_rows(rows, begin, count, count);
    Moments moments(posterior, batch, settings, context);
    std::size_t done = 0;
    posterior.states([&](const PosteriorState& state) {
      context.throw_if_stopped();
      moments.add(state);
      const double share = double(++done) / double(total);
      context.progress("predictions", (double(begin) + share * double(batch.rows)) / double(rows.rows));
    });
    moments.summarise(predictions);
  }
  return predictions;
}

}  // namespace lehr
