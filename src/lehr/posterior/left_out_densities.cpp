#include <lehr/posterior/left_out_densities.hpp>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

#include <Eigen/Dense>

#include <lehr/base/parallel.hpp>
#include <lehr/diagnostics/leave_one_out.hpp>
#include <lehr/math/log_sum_exp.hpp>
#include <lehr/posterior/left_out_anchors.hpp>
#include <lehr/posterior/left_out_refits.hpp>

namespace lehr {
namespace {

constexpr const char* kTask = "leave-one-out";

// By these numbers elpd of glass with ARD (10 parameters) is that of EP at all draws to 0.05 nats, with two parameters
// to 0.001.
constexpr std::size_t kLeastAnchors = 30;
// The fewer rows, the wider the posterior: with 30 rows of Pima 30 anchors leave elpd 0.4 nats too high, 80 leave 0.1.
constexpr std::size_t kAnchorsTimesRows = 16000;
constexpr std::size_t kMostAnchorsOfFewRows = 120;
constexpr std::size_t kAnchorsWithoutQuadratic = 150;  // where so many parameters have no quadratic trend
constexpr Index kMostForQuadratic = 12;
constexpr std::size_t kThetasToRefit = 2;
// Of the fit's iterations, counted in these: an anchor takes 0.9 to 1.2 of one, more where no sites were learned, and a
// refit a half (glass, thyroid, breast and Pima). What remains of 15 % is for averaging over the draws, 1 to 4 %.
constexpr double kShareForAnchors = 0.075;
constexpr double kShareForRefits = 0.035;
constexpr double kIterationsOfUnlearnedAnchor = 2;
constexpr double kIterationsOfRefit = 0.5;
constexpr Index kMostNumbersAtOnce = 1 << 17;  // of values at all draws: they may be many

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

LeftOutWork left_out_work(std::size_t parameters, std::size_t rows, double iterations, bool learned) {
  const auto p = static_cast<Index>(parameters);
  const auto terms = static_cast<std::size_t>(SharedRegression::trend_terms(p));
  const std::size_t for_rows = std::clamp(kAnchorsTimesRows / rows, kLeastAnchors, kMostAnchorsOfFewRows);
  const std::size_t wanted = std::max(p <= kMostForQuadratic ? for_rows : kAnchorsWithoutQuadratic, 2 * terms);
  const std::size_t least = std::max(kLeastAnchors, terms + terms / 2);
  const double of_anchor = learned ? 1 : kIterationsOfUnlearnedAnchor;
  const double most = kShareForAnchors * iterations / of_anchor;
  const double most_refits = static_cast<double>(kThetasToRefit * kMostRowsToRefit);
  const double refits = std::min(kShareForRefits * iterations / kIterationsOfRefit, most_refits);
  LeftOutWork work{wanted, static_cast<std::size_t>(refits), 0};
  if (most < static_cast<double>(wanted)) work.anchors = std::max(least, static_cast<std::size_t>(most));
  work.iterations = of_anchor * static_cast<double>(work.anchors) + kIterationsOfRefit * refits;
  return work;
}

std::optional<LeftOutDensities> LeftOutDensities::find(const LeftOutInput& input, const RunContext& context) {
  const Dataset& data = input.data;
  const Model& model = input.model;
  const std::vector<std::vector<double>>& draws = input.draws;
  context.progress(kTask, 0);
  LeftOutDensities result;
  std::vector<std::size_t> states;  // the first draw of each
  for (std::size_t draw = 0; draw < draws.size(); ++draw) {
    if (states.empty() || draws[draw] != draws[states.back()]) states.push_back(draw);
    result.state_of_draw_.push_back(states.size() - 1);
  }
  std::vector<std::size_t> anchors(states.size());
  for (std::size_t s = 0; s < states.size(); ++s) anchors[s] = s;
  const LeftOutWork work = left_out_work(model.space().size(), data.rows, input.iterations, input.learned != nullptr);
  if (states.size() > 1) result.coordinates_ = coordinates_of(states, draws, model.space());
  if (states.size() > work.anchors) anchors = choose_anchors(result.coordinates_, work.anchors);

  std::vector<std::optional<LeftOutAtTheta>> found(anchors.size());
  std::size_t done = 0;
  std::mutex mutex;
  for_each_block(anchors.size(), context.threads, [&](std::size_t i) {
    if (context.stopped()) return;
    found[i] = left_out_at(input, model.theta(draws[states[anchors[i]]]), context);
    const std::scoped_lock lock(mutex);
    context.progress(kTask, static_cast<double>(++done) / static_cast<double>(anchors.size()));
  });
  if (context.stopped()) return std::nullopt;

  std::vector<std::size_t> good;
  for (std::size_t i = 0; i < anchors.size(); ++i) {
    if (!found[i]) continue;
    result.found_.conservativeResize(std::ssize(good) + 1, static_cast<Index>(data.rows));
    result.found_.bottomRows(1) = found[i]->logs.transpose();
    good.push_back(anchors[i]);
  }
  std::vector<LeftOutAtTheta> some;
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
  if (!some.empty()) correct_cavities(input, some, thetas, work.refits, context, result.found_);
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
  context.progress(kTask, 1);
  return result;
}

}  // namespace lehr
