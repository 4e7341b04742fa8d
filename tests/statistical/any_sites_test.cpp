// Estimators from sites that are much too narrow, where the variance of the weights is infinite: there the mean of the
// weights says nothing in a lifetime, but the mean of the weights in a window of the states' space does. With
// window(f) = exp(-a |f|^2 / 2), K_a = (K^-1 + a I)^-1 and Z(K) the evidence,
//   E[weight window(f)] = Z E[window(f) | y] = |I + a K|^-1/2 Z(K_a)
// for every a > 0. As a falls to 0 both sides grow to E[weight] and Z, so that this is unbiasedness, seen in pieces.
// GHK ends in t = f + e: the same with K + I for K, where Z is the probability of an orthant.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <Eigen/Dense>

#include <support/exact_evidence.hpp>
#include <support/finite_moments.hpp>
#include <support/known_problems.hpp>
#include <support/latent_case.hpp>
#include <support/way.hpp>
#include <support/z_scores.hpp>

namespace lehr {
namespace {

constexpr std::size_t kParticles = 20000;

double log_mean_in_window(const KnownProblem& problem, const LatentCase& latent, bool noisy, const Window& window) {
  const Index n = latent.size();
  const Matrix identity = Matrix::Identity(n, n);
  const Matrix prior = noisy ? Matrix(latent.covariance + identity) : latent.covariance;
  const Matrix scaled = identity + window.precision * prior;
  Matrix narrowed = scaled.llt().solve(prior);
  narrowed = (0.5 * (narrowed + narrowed.transpose())).eval();
  const double log_volume = -Matrix(scaled.llt().matrixL()).diagonal().array().log().sum();
  if (noisy && n <= 3) return log_volume + log_orthant_probability(narrowed, latent.y);
  if (noisy) {
    // An orthant does not care for the scale: that of N(0, A) is the probit evidence of A / smallest eigenvalue - I.
    const double smallest =
        Eigen::SelfAdjointEigenSolver<Matrix>(narrowed, Eigen::EigenvaluesOnly).eigenvalues().minCoeff();
    narrowed = narrowed / (smallest * (1 - 1e-9)) - identity;
  }
  return log_volume + problem.log_evidence(LatentCase(narrowed, latent.y, latent.likelihood));
}

class AnySites : public testing::TestWithParam<Way> {};

TEST_P(AnySites, AreUnbiasedInEveryWindow) {
  const Way& way = GetParam();
  const std::vector<KnownProblem> problems = label_problems(way.likelihood);
  const Ladder ladder = make_ladder(way.ladder, 5);
  ZScores scores;
  int without_variance = 0;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const LatentCase latent(problems[i].covariance, problems[i].y, problems[i].likelihood);
    Stream stream = problem_stream(500 + i);
    const SitePosterior posterior = sites_by_name(latent, way.sites, stream);
    if (!has_finite_moment(2, way.estimator, latent, posterior)) ++without_variance;
    const Particles particles =
        run_particles(estimators::named(way.estimator), latent, posterior, ladder, kParticles, 600 + i);
    Window window = widest_window(4, way.estimator, latent, posterior);
    for (const double narrower : {1.0, 3.0}) {
      window.precision *= narrower;
      std::vector<double> log_terms;
      for (std::size_t p = 0; p < kParticles; ++p) {
        const double size = particles.states.col(static_cast<Index>(p)).squaredNorm();
        log_terms.push_back(particles.log_weights[p] - 0.5 * window.precision * size);
      }
      const double truth =
          log_mean_in_window(problems[i], latent, way.estimator == "look-ahead" && way.likelihood == "probit", window);
      scores.add(z_score_of_weights(log_terms, truth), problems[i].what);
    }
  }
  if (way.estimator != "look-ahead") {
    EXPECT_GE(without_variance, 7) << "problems where the weights themselves, without a window, have no variance";
  }
  scores.expect_standard_normal();
}

INSTANTIATE_TEST_SUITE_P(All, AnySites,
                         testing::Values(Way{"probit", "is", "wrong"}, Way{"probit", "is", "laplace"},
                                         Way{"probit", "ais", "wrong"}, Way{"probit", "ais", "wrong", "paper"},
                                         Way{"probit", "ais", "one sweep"}, Way{"probit", "ais", "laplace"},
                                         Way{"probit", "ais", "ep"}, Way{"probit", "look-ahead", "wrong"},
                                         Way{"probit", "look-ahead", "one sweep"}, Way{"logit", "is", "wrong"},
                                         Way{"logit", "look-ahead", "wrong"}, Way{"logit", "look-ahead", "one sweep"},
                                         Way{"logit", "ais", "wrong"}, Way{"logit", "ais", "laplace"}),
                         name_of_way);

}  // namespace
}  // namespace lehr
