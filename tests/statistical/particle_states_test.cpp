// Where the particles end, weighted, is the posterior: self-normalised means against quadrature for two rows.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <support/finite_moments.hpp>
#include <support/latent_case.hpp>
#include <support/z_scores.hpp>

namespace lehr {
namespace {

struct Functional {
  const char* name;
  double (*of)(double a, double b);
};

constexpr Functional kFunctionals[] = {
    {"first", [](double a, double) { return a; }},
    {"second", [](double, double b) { return b; }},
    {"first squared", [](double a, double) { return a * a; }},
    {"second squared", [](double, double b) { return b * b; }},
    {"product", [](double a, double b) { return a * b; }},
    {"first below one half", [](double a, double) { return a < 0.5 ? 1.0 : 0.0; }},
};

/// Means of the functionals under the density exp(log_density), by the midpoint rule in cells of a width that puts 0
/// and 0.5, where an orthant and the indicator begin, on the borders of cells.
std::vector<double> grid_means(const std::function<double(double, double)>& log_density, double reach) {
  constexpr double kCell = 0.5 / 16;
  const int cells = static_cast<int>(std::ceil(reach / kCell));  // on each side
  std::vector<double> sums(std::size(kFunctionals), 0.0);
  double total = 0;
  for (int i = -cells; i < cells; ++i) {
    const double a = (i + 0.5) * kCell;
    for (int j = -cells; j < cells; ++j) {
      const double b = (j + 0.5) * kCell;
      const double density = std::exp(log_density(a, b));
      total += density;
      for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += density * kFunctionals[k].of(a, b);
    }
  }
  for (double& sum : sums) sum /= total;
  return sums;
}

double log_normal(const Matrix& inverse, double a, double b) {
  return -0.5 * (inverse(0, 0) * a * a + 2 * inverse(0, 1) * a * b + inverse(1, 1) * b * b);
}

/// sum w g / sum w - truth in standard errors by the delta method.
double z_of_weighted_mean(const Particles& particles, const Functional& functional, double truth) {
  const double largest = *std::max_element(particles.log_weights.begin(), particles.log_weights.end());
  std::vector<double> weights;
  std::vector<double> values;
  double total = 0;
  double mean = 0;
  for (std::size_t p = 0; p < particles.log_weights.size(); ++p) {
    const auto state = particles.states.col(static_cast<Index>(p));
    weights.push_back(std::exp(particles.log_weights[p] - largest));
    values.push_back(functional.of(state(0), state(1)));
    total += weights[p];
    mean += weights[p] * values[p];
  }
  mean /= total;
  double squares = 0;
  for (std::size_t p = 0; p < weights.size(); ++p) squares += std::pow(weights[p] * (values[p] - mean), 2);
  return (mean - truth) * total / std::sqrt(squares);
}

class ParticleStates : public testing::TestWithParam<const char*> {};

// 15 ways on two problems each, six functionals: 180 z-scores. Those of one run are
// correlated, so only the bound on each counts: 5.85 allows for 200 at 1e-6.
TEST_P(ParticleStates, HaveThePosteriorsMoments) {
  const std::string likelihood_name = GetParam();
  const Likelihood& likelihood = likelihoods::named(likelihood_name);
  const double threshold = threshold_for(1e-6 / 200);
  const Ladder ladder = make_ladder("default", 6);
  const Matrix shape{{1.0, 0.7}, {0.7, 1.6}};
  std::uint64_t seed = 40;
  for (const std::vector<double>& y : {std::vector<double>{1, 1}, std::vector<double>{1, -1}}) {
    for (const Estimator* estimator : estimators::all()) {
      for (const char* sites : {"prior", "laplace", "ep", "one sweep", "wrong"}) {
        double scale = 2;
        for (;; scale *= 0.8) {
          const LatentCase latent(scale * shape, y, likelihood);
          Stream stream({.seed = 41, .purpose = Purpose::simulation});
          if (has_finite_moment(4, estimator->name(), latent, sites_by_name(latent, sites, stream))) break;
        }
        const LatentCase latent(scale * shape, y, likelihood);
        Stream stream({.seed = 41, .purpose = Purpose::simulation});
        const SitePosterior posterior = sites_by_name(latent, sites, stream);
        const Particles particles = run_particles(*estimator, latent, posterior, ladder, 20000, ++seed);

        const bool noisy = estimator->name() == "look-ahead" && likelihood.noise() > 0;  // t = f + e on the side of y
        const Matrix prior = noisy ? Matrix(latent.covariance + Matrix::Identity(2, 2)) : latent.covariance;
        const Matrix inverse = prior.inverse();
        const auto log_posterior = [&](double a, double b) {
          if (noisy) return a * y[0] > 0 && b * y[1] > 0 ? log_normal(inverse, a, b) : -1e300;
          return log_normal(inverse, a, b) + testing_support::log_density(likelihood, y[0], a).value +
                 testing_support::log_density(likelihood, y[1], b).value;
        };
        const std::vector<double> truths = grid_means(log_posterior, 7 * std::sqrt(prior.diagonal().maxCoeff()));
        for (std::size_t k = 0; k < truths.size(); ++k) {
          EXPECT_LT(std::abs(z_of_weighted_mean(particles, kFunctionals[k], truths[k])), threshold)
              << estimator->name() << " from " << sites << ", " << kFunctionals[k].name << ", labels " << y[0] << " "
              << y[1];
        }
        if (noisy) {
          for (Index p = 0; p < particles.states.cols(); ++p) {
            ASSERT_GE(particles.states(0, p) * y[0], 0);
            ASSERT_GE(particles.states(1, p) * y[1], 0);
          }
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, ParticleStates, testing::Values("probit", "logit"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace lehr
