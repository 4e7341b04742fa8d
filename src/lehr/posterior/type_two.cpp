#include <lehr/posterior/type_two.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <Eigen/Dense>

#include <lehr/base/errors.hpp>
#include <lehr/base/flush_denormals.hpp>
#include <lehr/posterior/predict.hpp>
#include <lehr/priors/prior_form.hpp>

namespace lehr {
namespace {

constexpr double kFlat = 1e-3;
constexpr int kMostIterations = 200;
constexpr double kLongestStep = 1;    // in any log theta: the evidence is far from quadratic beyond
constexpr double kLeastShare = 1e-4;  // of the rise that the slope promises (Armijo)

/// An approximation's evidence, with the memory that looking at it takes.
class Landscape {
 public:
  Landscape(const Dataset& data, const Model& model, const Approximation& approximation, const RunContext& context)
      : data_(data), model_(model), approximation_(approximation), settings_{.sweeps = {}, .context = context} {}

  std::optional<EvidenceSlope> look(const std::vector<double>& log_theta) {
    if (!Model::is_computable(log_theta)) return std::nullopt;
    const FlushDenormals flush;
    const KernelParameters theta = model_.theta_at(log_theta);
    const std::unique_ptr<RowDensity> density = model_.density(data_.responses, theta);
    prior_ = choose_prior(
        {data_, model_.covariance(theta), Use::gradients, settings_.context.stop, density->curvature_bound()},
        std::move(prior_));
    if (prior_ == nullptr) return std::nullopt;
    const LatentProblem problem{*prior_, *density};
    if (!approximation_.fit(problem, settings_, posterior_)) return std::nullopt;
    const std::optional<double> value = approximation_.log_evidence(problem, posterior_);
    if (!value || !std::isfinite(*value)) return std::nullopt;
    std::optional<std::vector<double>> slope = approximation_.gradient(problem, posterior_);
    if (!slope) return std::nullopt;
    slope->resize(log_theta.size(), 0);  // the likelihood's own parameters stay where they are
    EvidenceSlope found{*value, std::move(*slope)};
    const bool finite = std::all_of(found.slope.begin(), found.slope.end(), [](double s) { return std::isfinite(s); });
    return finite ? std::optional(std::move(found)) : std::nullopt;
  }

 private:
  const Dataset& data_;
  const Model& model_;
  const Approximation& approximation_;
  ApproximationSettings settings_;
  std::unique_ptr<GaussianPrior> prior_;
  SitePosterior posterior_;
};

/// A place on the way up.
struct Point {
  Vector log_theta;
  double log_evidence = 0;
  Vector slope;
};

std::optional<Point> look(const EvidenceSurface& surface, const Vector& log_theta) {
  const std::optional<EvidenceSlope> found = surface({log_theta.begin(), log_theta.end()});
  if (!found) return std::nullopt;
  assert(std::ssize(found->slope) == log_theta.size());
  return Point{log_theta, found->log_evidence, Eigen::Map<const Vector>(found->slope.data(), log_theta.size())};
}

/// The first point on the way along `step`, which is halved until it rises enough; empty where none does.
std::optional<Point> rise(const EvidenceSurface& surface, const Point& from, Vector step) {
  constexpr int kMostHalvings = 30;
  for (int i = 0; i < kMostHalvings; ++i, step *= 0.5) {
    std::optional<Point> next = look(surface, from.log_theta + step);
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

EvidenceSurface evidence_surface(const Dataset& data, const Model& model, const Approximation& approximation,
                                 const RunContext& context) {
  if (!approximation.has_evidence()) {
    throw UsageError("the approximation '" + std::string(approximation.name()) +
                     "' has no evidence to maximise; choose laplace or ep");
  }
  const auto landscape = std::make_shared<Landscape>(data, model, approximation, context);
  return [landscape](const std::vector<double>& log_theta) { return landscape->look(log_theta); };
}

TypeTwoMaximum climb(const EvidenceSurface& surface, const Model& model, const KernelParameters& start,
                     const std::stop_token& stop) {
  const std::vector<double> first = model.free(start);
  std::optional<Point> here = look(surface, Eigen::Map<const Vector>(first.data(), static_cast<Index>(first.size())));
  TypeTwoMaximum maximum;
  maximum.interrupted = !here && stop.stop_requested();
  if (maximum.interrupted) return maximum;
  if (!here) throw RunError("the evidence cannot be computed at the kernel parameters to start from");

  const Index p = here->log_theta.size();
  const Matrix gentle = Matrix::Identity(p, p) * (0.3 / std::max(here->slope.norm(), 0.3));
  Matrix inverse = gentle;
  bool fresh = true;  // `inverse` holds nothing that was learned
  while (here->slope.cwiseAbs().maxCoeff() >= kFlat && maximum.iterations < kMostIterations && !stop.stop_requested()) {
    ++maximum.iterations;
    Vector step = inverse * here->slope;
    step *= std::min(1.0, kLongestStep / step.cwiseAbs().maxCoeff());
    const std::optional<Point> next = rise(surface, *here, step);
    if (!next && fresh) break;
    fresh = !next;
    if (fresh) {
      inverse = gentle;
      continue;
    }
    learn_curvature(inverse, next->log_theta - here->log_theta, here->slope - next->slope);
    here = next;
  }
  maximum.parameters = model.theta_at({here->log_theta.data(), static_cast<std::size_t>(p)});
  maximum.log_evidence = here->log_evidence;
  maximum.largest_slope = here->slope.cwiseAbs().maxCoeff();
  maximum.converged = maximum.largest_slope < kFlat;
  maximum.interrupted = !maximum.converged && stop.stop_requested();
  return maximum;
}

TypeTwoMaximum maximise_evidence(const Dataset& data, const Model& model, const Approximation& approximation,
                                 const KernelParameters& start, const RunContext& context) {
  return climb(evidence_surface(data, model, approximation, context), model, start, context.stop);
}

std::optional<std::vector<double>> probabilities_at(const Dataset& training, const Model& model,
                                                    const Approximation& approximation,
                                                    const KernelParameters& parameters, const Dataset& rows,
                                                    const RunContext& context) {
  const FlushDenormals flush;
  const std::unique_ptr<RowDensity> density = model.density(training.responses, parameters);
  const std::unique_ptr<GaussianPrior> prior =
      choose_prior({training, model.covariance(parameters), Use::sites, context.stop, density->curvature_bound()});
  SitePosterior posterior;
  if (prior == nullptr || !approximation.fit({*prior, *density}, {.context = context}, posterior)) {
    return std::nullopt;
  }
  const LatentMoments moments = posterior.law->extend(rows, posterior.alpha);
  if (context.stopped()) return std::nullopt;
  const std::unique_ptr<RowDensity> positive = model.outcomes(parameters);
  std::vector<double> probabilities;
  for (Index i = 0; i < moments.mean.size(); ++i) {
    probabilities.push_back(positive->probability(0, moments.mean(i), moments.variance(i)));
  }
  return probabilities;
}

}  // namespace lehr
