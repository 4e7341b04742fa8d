#include <lehr/posterior/predict.hpp>

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>

#include <lehr/base/check.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/base/parallel.hpp>
#include <lehr/linalg/cholesky.hpp>
#include <lehr/linalg/jitter.hpp>
#include <lehr/model/covariance.hpp>
#include <lehr/posterior/latent_mixture.hpp>

namespace lehr {
namespace {

constexpr std::size_t kStatesAtOnce = 32;               // factorised in parallel
constexpr std::size_t kMostMoments = 16 * 1024 * 1024;  // means and variances held at once: 256 MB
constexpr std::size_t kRowsAtOnce = 64;                 // always: a compiler rounds one row otherwise than many

/// Rows [begin, begin + count) of a dataset, the last one again and again up to `width` rows.
Dataset some_rows(const Dataset& data, std::size_t begin, std::size_t count, std::size_t width) {
  Dataset result;
  result.rows = width;
  result.features = data.features;
  result.feature_names = data.feature_names;
  for (std::size_t k = 0; k < data.features; ++k) {
    const auto column = data.feature(k).subspan(begin, count);
    result.inputs.insert(result.inputs.end(), column.begin(), column.end());
    result.inputs.insert(result.inputs.end(), width - count, column.back());
  }
  return result;
}

/// Mean and variance of the latent at `rows` given one state, into means[row] and variances[row].
void latent_moments(const Dataset& training, const Model& model, const Dataset& rows, const PosteriorState& state,
                    std::span<double> means, std::span<double> variances) {
  const KernelParameters parameters{state.parameters[0], {state.parameters.begin() + 1, state.parameters.end()}};
  const bool noisy = model.likelihood().noise() > 0;
  Matrix factor;
  fill_covariance(training, model.kernel(), parameters, factor);
  bool done = false;
  if (noisy) {
    factor.diagonal().array() += 1;
    done = cholesky_in_place<double>(factor);
  } else {
    done = factorise_with_jitter(Matrix(factor), factor).has_value();
  }
  if (!done) throw RunError("a covariance of the run cannot be factorised any more: the run file is damaged");
  Vector alpha = Eigen::Map<const Vector>(state.state.data(), factor.rows());
  factor.triangularView<Eigen::Lower>().solveInPlace(alpha);  // L^-1 t
  Matrix cross;
  Matrix solved;  // a row each: solves from the right are faster
  for (std::size_t begin = 0; begin < rows.rows; begin += kRowsAtOnce) {
    const std::size_t count = std::min(kRowsAtOnce, rows.rows - begin);
    const Dataset block = some_rows(rows, begin, count, kRowsAtOnce);
    fill_cross_covariance(training, block, model.kernel(), parameters, cross);
    solved = cross.transpose();
    factor.transpose().triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(solved);
    const Vector mean = solved * alpha;
    const Vector explained = solved.rowwise().squaredNorm();
    for (std::size_t i = 0; i < count; ++i) {
      means[begin + i] = mean(static_cast<Index>(i));
      variances[begin + i] = std::max(parameters.variance - explained(static_cast<Index>(i)), 0.0);
    }
  }
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
    for (const PosteriorState& state : waiting_) weights_.push_back(static_cast<double>(state.count));
    for_each_block(waiting_.size(), context_.threads, [&](std::size_t i) {
      const std::size_t offset = (first + i) * rows_.rows;
      latent_moments(training_, model_, rows_, waiting_[i], std::span(means_).subspan(offset, rows_.rows),
                     std::span(variances_).subspan(offset, rows_.rows));
    });
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
    for_each_block(rows_.rows, context_.threads,
                   [&](std::size_t row) { summarise_row(row, first + row, predictions); });
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
      probability += weights_[s] * model_.likelihood().positive_probability(means[s], variances[s]);
    }
    const LatentMixture mixture{means, variances, weights_};
    predictions.probability[out] = std::min(probability, 1.0);
    predictions.latent_mean[out] = mixture.mean();
    predictions.latent_sd[out] = mixture.sd();
    // The class probability rises with the latent, so its quantiles are those of the latent.
    const double tail = (1 - settings_.interval) / 2;
    predictions.lower[out] = std::exp(model_.likelihood().log_density(1, mixture.quantile(tail)).value);
    predictions.upper[out] = std::exp(model_.likelihood().log_density(1, mixture.quantile(1 - tail)).value);
  }

  const Dataset& training_;
  const Model& model_;
  const Dataset& rows_;
  const PredictionSettings& settings_;
  const RunContext& context_;
  std::vector<PosteriorState> waiting_;
  std::vector<double> means_;  // [state * rows + row]
  std::vector<double> variances_;
  std::vector<double> weights_;  // [state]
};

}  // namespace

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
      moments.add(state);
      const double share = double(++done) / double(total);
      context.progress("predictions", (double(begin) + share * double(batch.rows)) / double(rows.rows));
    });
    moments.summarise(predictions);
  }
  return predictions;
}

}  // namespace lehr
