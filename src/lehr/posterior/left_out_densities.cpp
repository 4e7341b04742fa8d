#include <lehr/posterior/left_out_densities.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <utility>

#include <Eigen/Dense>

#include <lehr/base/parallel.hpp>
#include <lehr/diagnostics/leave_one_out.hpp>
#include <lehr/evidence/at_theta.hpp>
#include <lehr/math/log_sum_exp.hpp>
#include <lehr/model/coordinates.hpp>
#include <lehr/sites/moment_matching.hpp>

namespace lehr {
namespace {

// By these numbers elpd of glass with ARD (10 parameters) is that of EP at all draws to 0.05 nats, with two parameters
// to 0.001.
constexpr std::size_t kLeastAnchors = 30;
constexpr std::size_t kAnchorsWithoutQuadratic = 150;  // where so many parameters have no quadratic trend
constexpr Index kMostForQuadratic = 12;
constexpr Index kRowsAtOnce = 256;

using Points = std::vector<std::vector<double>>;

/// EP's at one theta; empty where the numbers break down, and after a stop request.
std::optional<Vector> find_at(const Dataset& data, const Model& model, const KernelParameters& theta,
                              const RunContext& context) {
  const EvidenceMethod method{.approximation = approximations::named("ep"),
                              .sweeps = std::nullopt,
                              .estimator = nullptr,
                              .ladder = {},
                              .roughly = true};
  EvidenceAtTheta at_theta;
  if (!at_theta.prepare(data, model, theta, method, {.stop = context.stop})) return std::nullopt;
  const SitePosterior& posterior = at_theta.posterior();
  if (!posterior.law->condition_with_marginals(posterior.sites.precision, Accuracy::full)) return std::nullopt;
  Vector logs = log_cavity_integrals(at_theta.problem().density, posterior.sites, posterior.mean,
                                     posterior.law->marginal_variances());
  if (!logs.allFinite()) return std::nullopt;
  return logs;
}

/// Two thirds of them evenly along the draws, the others where these leave most room: what a regression has to reach.
std::vector<std::size_t> choose_anchors(const std::vector<Vector>& coordinates, std::size_t count) {
  std::vector<std::size_t> anchors;
  const auto states = coordinates.size();
  Vector distances = Vector::Constant(std::ssize(coordinates), std::numeric_limits<double>::infinity());  // squared
  const auto take = [&](std::size_t state) {
    anchors.push_back(state);
    for (std::size_t s = 0; s < states; ++s) {
      double& distance = distances(static_cast<Index>(s));
      distance = std::min(distance, (coordinates[s] - coordinates[state]).squaredNorm());
    }
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

std::size_t LeftOutDensities::most_anchors(std::size_t parameters) {
  const auto p = static_cast<Index>(parameters);
  const auto terms = static_cast<std::size_t>(SharedRegression::trend_terms(p));
  return std::max(p <= kMostForQuadratic ? kLeastAnchors : kAnchorsWithoutQuadratic, 2 * terms);
}

std::optional<LeftOutDensities> LeftOutDensities::find(const Dataset& data, const Model& model, const Points& draws,
                                                       const RunContext& context) {
  LeftOutDensities result;
  Points states;
  for (const std::vector<double>& theta : draws) {
    if (states.empty() || theta != states.back()) states.push_back(theta);
    result.state_of_draw_.push_back(states.size() - 1);
  }
  Points points;
  for (const std::vector<double>& theta : states) points.push_back(model.space().free(theta));
  std::vector<std::size_t> anchors(states.size());
  for (std::size_t s = 0; s < states.size(); ++s) anchors[s] = s;
  const std::size_t most = most_anchors(model.space().size());
  if (states.size() > most) {
    const Coordinates coordinates(points);
    for (const std::vector<double>& point : points) result.coordinates_.push_back(coordinates.to_u(point));
    anchors = choose_anchors(result.coordinates_, most);
  }

  std::vector<std::optional<Vector>> found(anchors.size());
  std::size_t done = 0;
  std::mutex mutex;
  for_each_block(anchors.size(), context.threads, [&](std::size_t i) {
    if (context.stopped()) return;
    found[i] = find_at(data, model, model.theta(states[anchors[i]]), context);
    const std::scoped_lock lock(mutex);
    context.progress("leave-one-out", static_cast<double>(++done) / static_cast<double>(anchors.size()));
  });
  if (context.stopped()) return std::nullopt;

  std::vector<std::size_t> good;
  for (std::size_t i = 0; i < anchors.size(); ++i) {
    if (!found[i]) continue;
    result.found_.conservativeResize(std::ssize(good) + 1, static_cast<Index>(data.rows));
    result.found_.bottomRows(1) = found[i]->transpose();
    good.push_back(anchors[i]);
  }
  if (good.size() == states.size()) return result;
  if (2 * good.size() < anchors.size() || !result.regress(points, good)) return std::nullopt;
  return result;
}

bool LeftOutDensities::regress(const Points& points, const std::vector<std::size_t>& anchors) {
  Points at_anchors;
  for (const std::size_t anchor : anchors) at_anchors.push_back(points[anchor]);
  const Coordinates coordinates(at_anchors);
  coordinates_.clear();
  for (const std::vector<double>& point : points) coordinates_.push_back(coordinates.to_u(point));
  std::vector<Vector> places;
  for (const std::size_t anchor : anchors) places.push_back(coordinates_[anchor]);
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
  const Vector values = regression_ ? Vector(regression_->at(coordinates_[state]).cwiseMin(largest_))
                                    : Vector(found_.row(static_cast<Index>(state)).transpose());
  return {values.begin(), values.end()};
}

std::optional<LeaveOneOut> LeftOutDensities::leave_one_out(const RunContext& context) const {
  const Index rows = found_.cols();
  LeaveOneOut result{.kind = "ep", .regression_error = regression_error_, .elpd = {}, .pareto_k = {}};
  result.elpd.resize(static_cast<std::size_t>(rows));
  result.pareto_k.resize(static_cast<std::size_t>(rows));
  for (Index first = 0; first < rows; first += kRowsAtOnce) {
    const Index count = std::min(kRowsAtOnce, rows - first);
    const Matrix at_states = values(first, count);
    for_each_block(static_cast<std::size_t>(count), context.threads, [&](std::size_t row) {
      if (context.stopped()) return;
      std::vector<double> at_draws;
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
