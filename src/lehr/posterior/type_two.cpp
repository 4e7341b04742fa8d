#include <lehr/posterior/type_two.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include <Eigen/Dense>

#include <lehr/base/errors.hpp>
#include <lehr/base/flush_denormals.hpp>
#include <lehr/model/covariance.hpp>

namespace lehr {
namespace {

constexpr double kFlat = 1e-3;
constexpr int kMostIterations = 200;
constexpr double kLongestStep = 1;    // in any log theta: the evidence is far from quadratic beyond
constexpr double kLeastShare = 1e-4;  // of the rise that the slope promises (Armijo)

/// The evidence's climb: its value and slope at points of log theta.
class Landscape {
 public:
  Landscape(const Dataset& data, const Model& model, const Approximation& approximation, const RunContext& context)
      : data_(data), model_(model), approximation_(approximation), settings_{.sweeps = {}, .context = context} {}

  struct Point {
    Vector log_theta;
    double log_evidence = 0;
    Vector slope;
  };

  /// Empty when the numbers break down there.
  std::optional<Point> look(const Vector& log_theta) {
    const std::vector<double> numbers(log_theta.data(), log_theta.data() + log_theta.size());
    if (!Model::is_computable(numbers)) return std::nullopt;
    const KernelParameters parameters = model_.parameters(numbers);
    fill_covariance(data_, model_.kernel(), parameters, covariance_);
    const LatentProblem problem{covariance_, data_.labels, model_.likelihood()};
    if (!approximation_.fit(problem, settings_, posterior_)) return std::nullopt;
    const std::optional<double> value = approximation_.log_evidence(problem, posterior_);
    if (!value || !std::isfinite(*value)) return std::nullopt;
    if (!approximation_.sensitivity(problem, posterior_, sensitivity_)) return std::nullopt;
    const std::vector<double> slope = chain_rule(data_, model_.kernel(), parameters, sensitivity_);
    Point point{log_theta, *value, Eigen::Map<const Vector>(slope.data(), log_theta.size())};
    if (!point.slope.allFinite()) return std::nullopt;
    return point;
  }

 private:
  const Dataset& data_;
  const Model& model_;
  const Approximation& approximation_;
  ApproximationSettings settings_;
  Matrix covariance_;
  Matrix sensitivity_;
  SitePosterior posterior_;
};

/// The first point on the way along `step`, which is halved until it rises enough; empty where none does.
std::optional<Landscape::Point> climb(Landscape& landscape, const Landscape::Point& from, Vector step) {
  constexpr int kMostHalvings = 30;
  for (int i = 0; i < kMostHalvings; ++i, step *= 0.5) {
    std::optional<Landscape::Point> next = landscape.look(from.log_theta + step);
    if (next && next->log_evidence >= from.log_evidence + kLeastShare * from.slope.dot(step)) return next;
  }
  return std::nullopt;
}

/// The BFGS update of the inverse of the negated curvature, `change` having changed the slope by -`fall`.
void learn_curvature(Matrix& inverse, const Vector& change, const Vector& fall) {
  const double product = change.dot(fall);
  if (!(product > 1e-12 * change.norm() * fall.norm())) return;  // not curved downwards here: keep what is known
  const Vector image = inverse * fall;
  inverse += (1 + fall.dot(image) / product) / product * (change * change.transpose()) -
             (image * change.transpose() + change * image.transpose()) / product;
}

}  // namespace

TypeTwoMaximum maximise_evidence(const Dataset& data, const Model& model, const Approximation& approximation,
                                 const KernelParameters& start, const RunContext& context) {
  if (!approximation.has_evidence()) {
    throw UsageError("the approximation '" + std::string(approximation.name()) +
                     "' has no evidence to maximise; choose laplace or ep");
  }
  const FlushDenormals flush;
  Landscape landscape(data, model, approximation, context);
  const std::vector<double> first = model.log_theta(start);
  std::optional<Landscape::Point> here =
      landscape.look(Eigen::Map<const Vector>(first.data(), static_cast<Index>(first.size())));
  if (!here) throw RunError("the evidence cannot be computed at the kernel parameters to start from");

  const Index p = here->log_theta.size();
  const Matrix gentle = Matrix::Identity(p, p) * (0.3 / std::max(here->slope.norm(), 0.3));
  Matrix inverse = gentle;
  TypeTwoMaximum maximum;
  bool fresh = true;  // `inverse` holds nothing that was learned
  while (here->slope.cwiseAbs().maxCoeff() >= kFlat && maximum.iterations < kMostIterations) {
    ++maximum.iterations;
    Vector step = inverse * here->slope;
    step *= std::min(1.0, kLongestStep / step.cwiseAbs().maxCoeff());
    const std::optional<Landscape::Point> next = climb(landscape, *here, step);
    if (!next && fresh) break;
    fresh = !next;
    if (fresh) {
      inverse = gentle;
      continue;
    }
    learn_curvature(inverse, next->log_theta - here->log_theta, here->slope - next->slope);
    here = next;
  }
  maximum.parameters = model.parameters({here->log_theta.data(), static_cast<std::size_t>(p)});
  maximum.log_evidence = here->log_evidence;
  maximum.largest_slope = here->slope.cwiseAbs().maxCoeff();
  maximum.converged = maximum.largest_slope < kFlat;
  return maximum;
}

std::vector<double> probabilities_at(const Dataset& training, const Model& model, const Approximation& approximation,
                                     const KernelParameters& parameters, const Dataset& rows) {
  const FlushDenormals flush;
  Matrix covariance;
  fill_covariance(training, model.kernel(), parameters, covariance);
  SitePosterior posterior;
  if (!approximation.fit({covariance, training.labels, model.likelihood()}, {}, posterior)) {
    throw RunError("the approximation breaks down at these kernel parameters");
  }
  Matrix cross;
  fill_cross_covariance(training, rows, model.kernel(), parameters, cross);
  const Vector means = cross.transpose() * posterior.alpha;
  cross.array().colwise() *= posterior.sites.precision.cwiseSqrt().array();
  posterior.factor.half_solve_in_place(cross);
  std::vector<double> probabilities;
  for (Index i = 0; i < cross.cols(); ++i) {
    const double variance = std::max(parameters.variance - cross.col(i).squaredNorm(), 0.0);
    probabilities.push_back(model.likelihood().positive_probability(means(i), variance));
  }
  return probabilities;
}

}  // namespace lehr
