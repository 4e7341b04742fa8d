// Every estimator on every kind of sites, against evidences that are known in closed form or by quadrature.

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <lehr/evidence/infinite_variance.hpp>
#include <support/exact_evidence.hpp>
#include <support/finite_moments.hpp>
#include <support/known_problems.hpp>
#include <support/latent_case.hpp>
#include <support/way.hpp>
#include <support/z_scores.hpp>

namespace lehr {
namespace {

/// The sites of a way at the largest scale of the covariance, from its own downwards, where this moment of the weights
/// is finite.
std::pair<LatentCase, SitePosterior> with_finite_moment(double moment, const KnownProblem& problem, const Way& way,
                                                        const Stream& site_stream) {
  for (double scale = 1; scale > 1e-3; scale *= 0.8) {
    LatentCase latent(scale * problem.covariance, problem.y, problem.likelihood);
    Stream stream = site_stream;
    SitePosterior posterior = sites_by_name(latent, way.sites, stream);
    if (has_finite_moment(moment, way.estimator, latent, posterior)) return {std::move(latent), std::move(posterior)};
  }
  throw std::logic_error("no scale has a finite moment");
}

class EveryWay : public testing::TestWithParam<Way> {};

/// Errors of the estimates of every known problem, at the largest scale where this moment of the weights is finite.
ZScores scores_of(const Way& way, double moment, std::size_t count) {
  const std::vector<KnownProblem> problems =
      way.likelihood == "gaussian" ? gaussian_problems() : label_problems(way.likelihood);
  const Ladder ladder = make_ladder(way.ladder, 7);
  ZScores scores;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const auto [latent, posterior] = with_finite_moment(moment, problems[i], way, problem_stream(100 + i));
    if (way.estimator != "look-ahead") {
      EXPECT_EQ(has_infinite_variance(latent.problem(), posterior, 1), false) << problems[i].what;
    }
    const Particles particles =
        run_particles(estimators::named(way.estimator), latent, posterior, ladder, count, 300 + i);
    scores.add(z_score_of_weights(particles.log_weights, problems[i].log_evidence(latent)), problems[i].what);
  }
  return scores;
}

// With a finite third moment, lmax(KW) < 1/2, the mean of many weights is near enough to normal (Berry and Esseen).
// Between that and lmax(KW) = 1, where the variance ends, means of 60,000 are still skew enough for a |z| above 4 now
// and then, always from below; any_sites_test.cpp goes there and beyond by other means.
TEST_P(EveryWay, IsUnbiasedOnProblemsWithAKnownEvidence) { scores_of(GetParam(), 3, 30000).expect_standard_normal(); }

std::vector<Way> all_ways() {
  std::vector<Way> ways;
  for (const char* likelihood : {"probit", "logit", "gaussian"}) {
    for (const Estimator* estimator : estimators::all()) {
      for (const char* sites : {"prior", "laplace", "ep", "one sweep", "wrong"}) {
        ways.push_back({likelihood, std::string(estimator->name()), sites});
        if (estimator->uses_ladder() && sites == std::string("laplace")) {
          ways.push_back({likelihood, std::string(estimator->name()), sites, "paper"});
        }
      }
    }
  }
  return ways;
}

INSTANTIATE_TEST_SUITE_P(All, EveryWay, testing::ValuesIn(all_ways()), name_of_way);

// With a Gaussian likelihood the sites of Laplace and EP are the likelihood itself: every weight is the evidence.
TEST(GaussianLikelihood, LeavesNoNoiseOnItsOwnSites) {
  for (const KnownProblem& problem : gaussian_problems()) {
    const LatentCase latent(problem.covariance, problem.y, problem.likelihood);
    const double truth = log_gaussian_evidence(latent);
    for (const char* sites : {"laplace", "ep"}) {
      for (const char* estimator : {"is", "ais"}) {
        const Ladder ladder = make_ladder("default", 5);
        const Particles particles =
            run_particles(estimators::named(estimator), latent, fitted(latent, sites), ladder, 50, 1);
        for (const double w : particles.log_weights) EXPECT_NEAR(w, truth, 1e-6) << sites << " " << estimator;
      }
    }
  }
}

// One row, logit: E_q[exp(2 h)] is finite if and only if 1 / K > w.
TEST(InfiniteVariance, IsProvedOnOneRowExactlyWhereTheIntegralDiverges) {
  for (const double precision : {0.05, 0.19, 0.21, 2.0}) {
    const LatentCase latent(Matrix::Constant(1, 1, 5.0), {1}, likelihoods::named("logit"));
    const SitePosterior posterior = with_sites(latent, Vector::Constant(1, precision), Vector::Constant(1, 0.4));
    EXPECT_EQ(has_infinite_variance(latent.problem(), posterior, 1), precision > 0.2) << precision;
  }
}

// The law that is proposed from is made in single precision, of whose digits strong sites take two: what is left of
// them is noise.
TEST(GhkOnOneRow, IsOneHalfWithoutNoiseForAnySites) {
  const LatentCase latent(Matrix::Constant(1, 1, 3.0), {-1}, likelihoods::named("probit"));
  for (const double precision : {0.0, 0.3, 0.9}) {
    const SitePosterior posterior = with_sites(latent, Vector::Constant(1, precision), Vector::Constant(1, 0.7));
    for (const double w :
         run_particles(estimators::named("look-ahead"), latent, posterior, {1, 0}, 20, 1).log_weights) {
      EXPECT_NEAR(w, std::log(0.5), 1e-5) << precision;
    }
  }
}

TEST(QuadratureOverTwoAndThreeRows, AgreesWithTheClosedFormOfProbit) {
  for (const KnownProblem& problem : label_problems("probit")) {
    const LatentCase latent(problem.covariance, problem.y, problem.likelihood);
    if (latent.size() > 3 || latent.jitter > 0) continue;
    EXPECT_NEAR(log_evidence_by_quadrature(latent, 64), log_probit_evidence(latent), 1e-5) << problem.what;
  }
}

}  // namespace
}  // namespace lehr
