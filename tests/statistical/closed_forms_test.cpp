// Every estimator on every kind of sites, against evidences that are known in closed form or by quadrature.

#include <gtest/gtest.h>

#include <cctype>
#include <cmath>
#include <functional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <lehr/evidence/infinite_variance.hpp>
#include <support/exact_evidence.hpp>
#include <support/finite_moments.hpp>
#include <support/latent_case.hpp>
#include <support/z_scores.hpp>

namespace lehr {
namespace {

constexpr std::size_t kParticles = 12000;

/// A problem but for the scale of its covariance, and its log evidence.
struct Problem {
  std::string what;
  Matrix covariance;
  std::vector<double> y;
  const Likelihood& likelihood;
  std::function<double(const LatentCase&)> log_evidence;
};

Stream problem_stream(std::uint64_t number) {
  return Stream({.seed = 20, .purpose = Purpose::simulation, .chain = number});
}

double log_half_to_the_rows(const LatentCase& latent) { return double(latent.size()) * std::log(0.5); }

std::vector<Problem> label_problems(const std::string& likelihood_name) {
  const Likelihood& likelihood = likelihoods::named(likelihood_name);
  const bool probit = likelihood_name == "probit";
  std::vector<Problem> problems;
  Stream stream = problem_stream(probit ? 1 : 2);
  for (const Index n : {1, 2, 2, 2, 3, 3, 3, 3}) {
    Matrix k = random_covariance(n, uniform_between(stream, 0.5, 8), stream);
    // Logit has no closed form for n > 1; its quadrature is tested against the closed form of probit below.
    auto truth = probit || n == 1 ? log_orthant_probability
                                  : [](const LatentCase& latent) { return log_evidence_by_quadrature(latent, 64); };
    problems.push_back({std::to_string(n) + " rows", std::move(k), random_labels(n, stream), likelihood, truth});
  }
  for (const Index n : {1, 4, 9}) {
    Vector variances(n);
    for (double& variance : variances) variance = uniform_between(stream, 0.1, 10);
    problems.push_back({"diagonal, " + std::to_string(n) + " rows", variances.asDiagonal(), random_labels(n, stream),
                        likelihood, log_half_to_the_rows});
  }
  for (const Index n : {2, 5, 10}) {
    const auto truth = [](const LatentCase& latent) {
      return log_evidence_of_one_shared_value(latent, latent.covariance(1, 0));
    };
    problems.push_back({"one shared value, " + std::to_string(n) + " rows",
                        Matrix::Constant(n, n, uniform_between(stream, 1, 6)), random_labels(n, stream), likelihood,
                        truth});
  }
  return problems;
}

std::vector<Problem> gaussian_problems() {
  std::vector<Problem> problems;
  Stream stream = problem_stream(3);
  for (const Index n : {1, 2, 4, 7}) {
    Matrix k = random_covariance(n, uniform_between(stream, 0.5, 4), stream);
    std::vector<double> y(static_cast<std::size_t>(n));
    fill_normal(stream, y);
    problems.push_back(
        {std::to_string(n) + " rows", std::move(k), y, likelihoods::named("gaussian"), log_gaussian_evidence});
  }
  return problems;
}

struct Way {
  std::string likelihood;
  std::string estimator;
  std::string sites;
  std::string ladder = "default";
};

/// The sites of a way at the largest scale of the covariance, from its own downwards, where the fourth moment of the
/// weights is finite; without that a standard error means nothing.
std::pair<LatentCase, SitePosterior> with_finite_moment(const Problem& problem, const Way& way,
                                                        const Stream& site_stream) {
  for (double scale = 1; scale > 1e-3; scale *= 0.8) {
    LatentCase latent(scale * problem.covariance, problem.y, problem.likelihood);
    Stream stream = site_stream;
    SitePosterior posterior = sites_by_name(latent, way.sites, stream);
    if (has_finite_moment(way.estimator, latent, posterior)) return {std::move(latent), std::move(posterior)};
  }
  throw std::logic_error("no scale has a finite moment");
}

std::ostream& operator<<(std::ostream& out, const Way& way) { return out << way.estimator << " from " << way.sites; }

class EveryWay : public testing::TestWithParam<Way> {};

// False-alarm rate 1e-6 for each of the 38 ways (ZScores).
TEST_P(EveryWay, IsUnbiasedOnProblemsWithAKnownEvidence) {
  const Way& way = GetParam();
  const std::vector<Problem> problems =
      way.likelihood == "gaussian" ? gaussian_problems() : label_problems(way.likelihood);
  const Ladder ladder = make_ladder(way.ladder, 7);
  ZScores scores;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const auto [latent, posterior] = with_finite_moment(problems[i], way, problem_stream(100 + i));
    if (way.estimator != "ghk") {
      const double last_step = way.estimator == "is" ? 1 : ladder[0] - ladder[1];
      EXPECT_FALSE(has_infinite_variance(latent.problem(), posterior, last_step)) << problems[i].what;
    }
    const Particles particles =
        run_particles(estimators::named(way.estimator), latent, posterior, ladder, kParticles, 300 + i);
    scores.add(z_score_of_weights(particles.log_weights, problems[i].log_evidence(latent)), problems[i].what);
  }
  scores.expect_standard_normal();
}

std::vector<Way> all_ways() {
  std::vector<Way> ways;
  for (const char* likelihood : {"probit", "logit", "gaussian"}) {
    for (const Estimator* estimator : estimators::all()) {
      if (!estimator->supports(likelihoods::named(likelihood))) continue;
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

std::string name_of(const testing::TestParamInfo<Way>& info) {
  const auto& [likelihood, estimator, sites, ladder] = info.param;
  std::string name =
      likelihood + "_" + estimator + "_from_" + sites + (ladder == "paper" ? "_by_the_papers_ladder" : "");
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, EveryWay, testing::ValuesIn(all_ways()), name_of);

// With a Gaussian likelihood the sites of Laplace and EP are the likelihood itself: every weight is the evidence.
TEST(GaussianLikelihood, LeavesNoNoiseOnItsOwnSites) {
  for (const Problem& problem : gaussian_problems()) {
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

TEST(GhkOnOneRow, IsOneHalfWithoutNoiseForAnySites) {
  const LatentCase latent(Matrix::Constant(1, 1, 3.0), {-1}, likelihoods::named("probit"));
  for (const double precision : {0.0, 0.3, 0.9}) {
    const SitePosterior posterior = with_sites(latent, Vector::Constant(1, precision), Vector::Constant(1, 0.7));
    for (const double w : run_particles(estimators::named("ghk"), latent, posterior, {1, 0}, 20, 1).log_weights) {
      EXPECT_NEAR(w, std::log(0.5), 1e-13) << precision;
    }
  }
}

TEST(QuadratureOverTwoAndThreeRows, AgreesWithTheClosedFormOfProbit) {
  for (const Problem& problem : label_problems("probit")) {
    const LatentCase latent(problem.covariance, problem.y, problem.likelihood);
    if (latent.size() > 3 || latent.jitter > 0) continue;
    EXPECT_NEAR(log_evidence_by_quadrature(latent, 64), log_orthant_probability(latent), 1e-5) << problem.what;
  }
}

}  // namespace
}  // namespace lehr
