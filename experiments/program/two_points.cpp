#include <experiments/program/two_points.hpp>

#include <cmath>

#include <lehr/base/errors.hpp>
#include <lehr/evidence/elliptical_slice.hpp>
#include <lehr/evidence/estimator.hpp>
#include <lehr/evidence/tilt.hpp>
#include <lehr/priors/prior_form.hpp>
#include <lehr/random/distributions.hpp>

namespace lehr::reproduce {
namespace {

Vector vector(const Point& f) { return Vector{{f[0], f[1]}}; }
Point point_of(const Vector& f) { return {f(0), f(1)}; }

}  // namespace

TwoPoints::TwoPoints(std::string_view approximation)
    : data_{.rows = 2,
            .features = 2,
            .inputs = {-1, 1, -1, 1},
            .responses = {ResponseKind::two_classes, {1, 1}},
            .feature_names = {"x1", "x2"}},
      model_({}, data_.feature_names) {
  prior_ = choose_prior({data_, model_.covariance({15, {std::exp(-1)}})});
  density_ = model_.likelihood().at(data_.responses, {});
  const bool has_prior = prior_ != nullptr && prior_->prepare_draws();
  if (has_prior) regression_ = prior_->regression(0, Accuracy::full);
  if (regression_ == nullptr || !approximations::named(approximation).fit(problem(), {}, posterior_)) {
    throw RunError("the two-point problem of figure 1 broke down");
  }
}

/// -f' K^-1 f / 2.
double TwoPoints::log_prior(const Point& f) const { return -0.5 * vector(f).dot(regression_->alpha(vector(f))); }

double TwoPoints::log_likelihood(const Point& f) const { return density_->total(f); }

double TwoPoints::tilt_at(const Point& f) const { return tilt(problem(), posterior_.sites, f); }

double TwoPoints::log_density(double beta, const Point& f) const {
  const Sites& sites = posterior_.sites;
  return log_prior(f) + sites.shift.dot(vector(f)) - 0.5 * sites.precision.dot(vector(f).cwiseAbs2()) +
         beta * tilt_at(f);
}

std::vector<Point> TwoPoints::carry(const std::vector<double>& betas, std::uint64_t seed, std::uint64_t sample) const {
  const ParticleKey key{.seed = seed, .chain = 0, .iteration = 0, .particle = sample};
  Stream draws(key.stream(Purpose::particle_draws));
  Stream moves(key.stream(Purpose::particle_moves));
  Matrix half(2, static_cast<Index>(betas.size()));
  Matrix normals(4, half.cols());
  fill_normal(draws, {half.data(), static_cast<std::size_t>(half.size())});
  normals.topRows(2) = half;
  fill_normal(draws, {half.data(), static_cast<std::size_t>(half.size())});
  normals.bottomRows(2) = half;
  const Matrix z = posterior_.law->draw(normals);

  SlicePoint point{posterior_.mean + z.col(0)};
  point.h = tilt_at(point_of(point.f));
  std::vector<Point> way = {point_of(point.f)};
  Vector scratch(2);
  for (std::size_t i = 1; i < betas.size(); ++i) {
    elliptical_slice_move(problem(), posterior_, betas[i], z.col(static_cast<Index>(i)), moves, point, scratch);
    way.push_back(point_of(point.f));
  }
  return way;
}

}  // namespace lehr::reproduce
