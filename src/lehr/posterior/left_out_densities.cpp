#include <lehr/posterior/left_out_densities.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <numeric>
#include <utility>

#include <Eigen/Dense>

#include <lehr/base/parallel.hpp>
#include <lehr/diagnostics/leave_one_out.hpp>
#include <lehr/evidence/at_theta.hpp>
#include <lehr/math/log_sum_exp.hpp>
#include <lehr/math/normal.hpp>
#include <lehr/model/coordinates.hpp>
#include <lehr/priors/prior_form.hpp>
#include <lehr/sites/moment_matching.hpp>

namespace lehr {
namespace {

// By these numbers elpd of glass with ARD (10 parameters) is that of EP at all draws to 0.05 nats, with two parameters
// to 0.001.
constexpr std::size_t kLeastAnchors = 30;
// The fewer rows, the wider the posterior: with 30 rows of Pima 30 anchors leave elpd 0.4 nats too high, 80 leave 0.1.
constexpr std::size_t kAnchorsTimesRows = 16000;
constexpr std::size_t kMostAnchorsOfFewRows = 120;
constexpr std::size_t kAnchorsWithoutQuadratic = 150;  // where so many parameters have no quadratic trend
constexpr Index kMostForQuadratic = 12;
constexpr Index kMostNumbersAtOnce = 1 << 17;  // of values at all draws: they may be many

// On glass, thyroid and Pima the error of a row's cavity goes with |log p| w v (correlation 0.8 to 0.97). What rows
// below the score miss is 0.05 to 0.1 nats in all.
constexpr double kLeastScore = 0.03;
constexpr std::size_t kMostRowsToRefit = 64;
constexpr std::size_t kThetasToRefit = 2;

using Points = std::vector<std::vector<double>>;

/// What EP says at one theta.
struct FoundAt {
  Vector logs;  // log p(y_i | y of the other rows, theta), by the cavities
  Sites sites;
  Vector own_share;  // w_i v_i: of the precision at a row that is its own site
};

/// Empty where the numbers break down, and after a stop request.
std::optional<FoundAt> find_at(const Dataset& data, const Model& model, const KernelParameters& theta,
                               const RunContext& context) {
  const EvidenceMethod method{.approximation = approximations::named("ep"),
                              .sweeps = std::nullopt,
                              .estimator = nullptr,
                              .ladder = {},
                              .roughly = true};
  EvidenceAtTheta at_theta;
  if (!at_theta.prepare(data, model, theta, method, {.stop = context.stop})) return std::nullopt;
  const SitePosterior& posterior = at_theta.posterior();
  if (!posterior.law->condition_with_marginals(posterior.sites, Accuracy::full)) return std::nullopt;
  const Vector variance = posterior.law->marginal_variances();
  Vector logs = log_cavity_integrals(at_theta.problem().density, posterior.sites, posterior.mean, variance);
  if (!logs.allFinite()) return std::nullopt;
  return FoundAt{std::move(logs), posterior.sites, posterior.sites.precision.cwiseProduct(variance)};
}

Dataset rows_of(const Dataset& data, const std::vector<std::size_t>& rows) {
  Dataset some{rows.size(), data.features, {}, {data.responses.kind}, data.feature_names};
  for (std::size_t k = 0; k < data.features; ++k) {
    for (const std::size_t row : rows) some.inputs.push_back(data.feature(k)[row]);
  }
  for (const std::size_t row : rows) some.responses.value.push_back(data.responses.value[row]);
  return some;
}

/// The same for one row by EP without it, which begins at the sites of the others.
std::optional<double> find_without(std::size_t row, const FoundAt& found, const Dataset& data, const Model& model,
                                   const KernelParameters& theta, const RunContext& context) {
  std::vector<std::size_t> others;
  Sites start{Vector(found.logs.size() - 1), Vector(found.logs.size() - 1)};
  for (std::size_t i = 0; i < data.rows; ++i) {
    if (i == row) continue;
    start.precision(std::ssize(others)) = found.sites.precision(static_cast<Index>(i));
    start.shift(std::ssize(others)) = found.sites.shift(static_cast<Index>(i));
    others.push_back(i);
  }
  const Dataset rest = rows_of(data, others);
  const Dataset own = rows_of(data, {row});
  const std::unique_ptr<RowDensity> density = model.density(rest.responses, theta);
  const std::unique_ptr<GaussianPrior> prior =
      choose_prior({rest, model.covariance(theta), Use::sites, context.stop, density->curvature_bound()});
  if (prior == nullptr) return std::nullopt;
  SitePosterior posterior;
  const ApproximationSettings settings{.start = &start, .roughly = true, .context = {.stop = context.stop}};
  if (!approximations::named("ep").fit({*prior, *density}, settings, posterior)) return std::nullopt;
  const LatentMoments at_row = posterior.law->extend(own, posterior.alpha);
  if (context.stopped()) return std::nullopt;
  return model.density(own.responses, theta)->cavity_integral(0, at_row.mean(0), at_row.variance(0)).log_value;
}

/// The rows of which the cavities say too much or too little, by a score that goes with the error.
std::vector<std::size_t> choose_rows_to_refit(const std::vector<FoundAt>& found) {
  Vector score = Vector::Zero(found.front().logs.size());
  for (const FoundAt& at : found) score += at.logs.cwiseAbs().cwiseProduct(at.own_share) / double(found.size());
  std::vector<std::size_t> rows;
  for (Index i = 0; i < score.size(); ++i) {
    if (score(i) > kLeastScore) rows.push_back(static_cast<std::size_t>(i));
  }
  std::stable_sort(rows.begin(), rows.end(), [&](std::size_t i, std::size_t j) {
    return score(static_cast<Index>(i)) > score(static_cast<Index>(j));
  });
  rows.resize(std::min(rows.size(), kMostRowsToRefit));
  return rows;
}

/// Each of the values by its rank among them, on the scale of a normal: one that lies far out along a tail of the prior
/// does not press the others together, between which a regression has to tell.
Vector normal_scores(const Vector& values) {
  std::vector<Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return values(a) < values(b); });
  Vector scores(values.size());
  double score = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || values(order[i]) > values(order[i - 1])) {
      score = normal_quantile_of_log(std::log((static_cast<double>(i) + 0.5) / static_cast<double>(order.size())));
    }
    scores(order[i]) = score;
  }
  return scores;
}

/// Coordinates of the distinct states among the draws, a column each, in which values are regressed: made uncorrelated
/// by some of them.
Matrix coordinates_of(const std::vector<std::size_t>& states, const Points& draws, const ParameterSpace& space) {
  constexpr Index kSome = 4000;
  const auto p = static_cast<Index>(space.size());
  const Index count = std::ssize(states);
  Matrix coordinates(p, count);
  Vector values(count);
  for (Index k = 0; k < p; ++k) {
    const Parameter& parameter = space[static_cast<std::size_t>(k)];
    for (Index s = 0; s < count; ++s) {
      values(s) = parameter.free(draws[states[static_cast<std::size_t>(s)]][static_cast<std::size_t>(k)]);
    }
    coordinates.row(k) = normal_scores(values).transpose();
  }
  Points some;
  for (Index i = 0; i < std::min(count, kSome); ++i) {
    const auto column = coordinates.col(i * count / std::min(count, kSome));
    some.emplace_back(column.begin(), column.end());
  }
  const Coordinates uncorrelated(some);
  for (Index s = 0; s < count; ++s) {
    const Vector point = coordinates.col(s);
    coordinates.col(s) = uncorrelated.to_u({point.data(), space.size()});
  }
  return coordinates;
}

/// Two thirds of them evenly along the draws, the others where these leave most room: what a regression has to reach.
std::vector<std::size_t> choose_anchors(const Matrix& coordinates, std::size_t count) {
  std::vector<std::size_t> anchors;
  const auto states = static_cast<std::size_t>(coordinates.cols());
  Vector distances = Vector::Constant(coordinates.cols(), std::numeric_limits<double>::infinity());  // squared
  const auto take = [&](std::size_t state) {
    anchors.push_back(state);
    const Vector taken = coordinates.col(static_cast<Index>(state));
    distances = distances.cwiseMin((coordinates.colwise() - taken).colwise().squaredNorm().transpose());
  };
  const std::size_t evenly = 2 * count / 3;
  for (std::size_t i = 0; i < evenly; ++i) take((2 * i + 1) * states / (2 * evenly));
  while (anchors.size() < count) {
    Index farthest = 0;
    distances.maxCoeff(&farthest);
    take(static_cast<std::size_t>(farthest));
  }
  return anchors;
}

/// Fits EP again without rows whose cavities are off, at some values of theta, and scales the columns of these rows by
/// what comes out. Does nothing to a row where the numbers break down.
void correct_cavities(const Dataset& data, const Model& model, const std::vector<FoundAt>& found,
                      const std::vector<KernelParameters>& thetas, const RunContext& context, Matrix& logs) {
  const std::vector<std::size_t> rows = choose_rows_to_refit(found);
  std::vector<std::optional<double>> without(rows.size() * found.size());
  for_each_block(without.size(), context.threads, [&](std::size_t i) {
    const std::size_t t = i % found.size();
    if (!context.stopped())
      without[i] = find_without(rows[i / found.size()], found[t], data, model, thetas[t], context);
  });
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto row = static_cast<Index>(rows[r]);
    double before = 0;
    double after = 0;
    for (std::size_t t = 0; t < found.size(); ++t) {
      if (!without[r * found.size() + t]) continue;
      before += found[t].logs(row);
      after += *without[r * found.size() + t];
    }
    // A probability stays one. What is no probability may have either sign, and is moved instead.
    if (before < 0 && after < 0 && logs.col(row).maxCoeff() <= 0) {
      logs.col(row) *= std::clamp(after / before, 0.5, 2.0);
    } else if (std::isfinite(after)) {
      logs.col(row).array() += (after - before) / static_cast<double>(found.size());
    }
  }
}

/// -log of the mean of exp(-values), summed over the columns: elpd by these draws alone.
double plain_elpd(const Matrix& values) {
  double total = 0;
  for (const auto column : values.colwise()) {
    const Vector negative = -column;
    total -= log_mean_exp({negative.data(), static_cast<std::size_t>(negative.size())});
  }
  return total;
}

}  // namespace

std::size_t LeftOutDensities::most_anchors(std::size_t parameters, std::size_t rows) {
  const std::size_t least = std::clamp(kAnchorsTimesRows / rows, kLeastAnchors, kMostAnchorsOfFewRows);
  const auto p = static_cast<Index>(parameters);
  const auto terms = static_cast<std::size_t>(SharedRegression::trend_terms(p));
  return std::max(p <= kMostForQuadratic ? least : kAnchorsWithoutQuadratic, 2 * terms);
}

std::optional<LeftOutDensities> LeftOutDensities::find(const Dataset& data, const Model& model, const Points& draws,
                                                       const RunContext& context) {
  LeftOutDensities result;
  std::vector<std::size_t> states;  // the first draw of each
  for (std::size_t draw = 0; draw < draws.size(); ++draw) {
    if (states.empty() || draws[draw] != draws[states.back()]) states.push_back(draw);
    result.state_of_draw_.push_back(states.size() - 1);
  }
  std::vector<std::size_t> anchors(states.size());
  for (std::size_t s = 0; s < states.size(); ++s) anchors[s] = s;
  const std::size_t most = most_anchors(model.space().size(), data.rows);
  if (states.size() > 1) result.coordinates_ = coordinates_of(states, draws, model.space());
  if (states.size() > most) anchors = choose_anchors(result.coordinates_, most);

  std::vector<std::optional<FoundAt>> found(anchors.size());
  std::size_t done = 0;
  std::mutex mutex;
  for_each_block(anchors.size(), context.threads, [&](std::size_t i) {
    if (context.stopped()) return;
    found[i] = find_at(data, model, model.theta(draws[states[anchors[i]]]), context);
    const std::scoped_lock lock(mutex);
    context.progress("leave-one-out", static_cast<double>(++done) / static_cast<double>(anchors.size()));
  });
  if (context.stopped()) return std::nullopt;

  std::vector<std::size_t> good;
  for (std::size_t i = 0; i < anchors.size(); ++i) {
    if (!found[i]) continue;
    result.found_.conservativeResize(std::ssize(good) + 1, static_cast<Index>(data.rows));
    result.found_.bottomRows(1) = found[i]->logs.transpose();
    good.push_back(anchors[i]);
  }
  std::vector<FoundAt> some;
  std::vector<KernelParameters> thetas;
  const std::size_t count = std::min(kThetasToRefit, good.size());
  for (std::size_t t = 0; t < count && data.rows > 1; ++t) {
    // The anchors that lie evenly along the draws come first.
    const std::size_t anchor =
        (2 * t + 1) * (good.size() > kThetasToRefit ? 2 * good.size() / 3 : good.size()) / (2 * count);
    const auto place = std::find(anchors.begin(), anchors.end(), good[anchor]) - anchors.begin();
    some.push_back(*found[static_cast<std::size_t>(place)]);
    thetas.push_back(model.theta(draws[states[good[anchor]]]));
  }
  if (!some.empty()) correct_cavities(data, model, some, thetas, context, result.found_);
  if (context.stopped()) return std::nullopt;
  if (good.size() == states.size()) return result;
  if (2 * good.size() < anchors.size() || !result.regress(good)) return std::nullopt;
  return result;
}

bool LeftOutDensities::regress(const std::vector<std::size_t>& anchors) {
  std::vector<Vector> places;
  for (const std::size_t anchor : anchors) places.push_back(coordinates_.col(static_cast<Index>(anchor)));
  regression_ = SharedRegression::learn(std::move(places), found_, Vector::Ones(found_.cols()));
  if (!regression_) return false;
  largest_ = found_.colwise().maxCoeff().transpose();
  const Matrix left_out = regression_->left_out().cwiseMin(largest_.transpose().replicate(found_.rows(), 1));
  regression_error_ = std::abs(plain_elpd(found_) - plain_elpd(left_out));
  return true;
}

Matrix LeftOutDensities::values(Index first, Index count) const {
  if (!regression_) return found_.middleCols(first, count);
  Matrix values = regression_->at(coordinates_, first, count);
  for (Index i = 0; i < count; ++i) values.col(i) = values.col(i).cwiseMin(largest_(first + i));
  return values;
}

std::vector<double> LeftOutDensities::at_draw(std::size_t draw) const {
  const std::size_t state = state_of_draw_[draw];
  const Vector values = regression_
                            ? Vector(regression_->at(coordinates_.col(static_cast<Index>(state))).cwiseMin(largest_))
                            : Vector(found_.row(static_cast<Index>(state)).transpose());
  return {values.begin(), values.end()};
}

std::optional<LeaveOneOut> LeftOutDensities::leave_one_out(const RunContext& context) const {
  const Index rows = found_.cols();
  LeaveOneOut result{.kind = "ep", .regression_error = regression_error_, .elpd = {}, .pareto_k = {}};
  result.elpd.resize(static_cast<std::size_t>(rows));
  result.pareto_k.resize(static_cast<std::size_t>(rows));
  const Index at_once = std::max<Index>(1, kMostNumbersAtOnce / std::ssize(state_of_draw_));
  for (Index first = 0; first < rows; first += at_once) {
    const Index count = std::min(at_once, rows - first);
    const Matrix at_states = values(first, count);
    for_each_block(static_cast<std::size_t>(count), context.threads, [&](std::size_t row) {
      if (context.stopped()) return;
      std::vector<double> at_draws;
      at_draws.reserve(state_of_draw_.size());
      for (const std::size_t state : state_of_draw_) {
        at_draws.push_back(at_states(static_cast<Index>(state), static_cast<Index>(row)));
      }
      const SmoothedElpd smoothed = smoothed_elpd(at_draws);
      result.elpd[static_cast<std::size_t>(first) + row] = smoothed.elpd;
      result.pareto_k[static_cast<std::size_t>(first) + row] = smoothed.pareto_k;
    });
    if (context.stopped()) return std::nullopt;
  }
  return result;
}

}  // namespace lehr
