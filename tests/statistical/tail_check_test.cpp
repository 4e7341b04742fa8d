// The check of the tails against exact draws of small posteriors, whole and with a tenth cut off, and on fits.

#include <lehr/posterior/tail_check.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include <lehr/api/check_tails.hpp>
#include <lehr/api/run.hpp>
#include <lehr/api/simulate.hpp>
#include <lehr/base/tail_check_cost.hpp>
#include <lehr/diagnostics/quantiles.hpp>
#include <lehr/random/distributions.hpp>

#include "support/exact_posterior.hpp"
#include "support/z_scores.hpp"

namespace lehr {
namespace {

constexpr std::size_t kDraws = 1000;  // of each of two chains

Dataset three_rows() {
  Dataset data;
  data.rows = 3;
  data.features = 1;
  data.inputs = {0.0, 0.7, 1.1};
  data.responses.value = {1, 0, 0};
  data.feature_names = {"x"};
  return data;
}

struct Problem {
  Dataset data = three_rows();
  Model model{{}, data.feature_names};
  EvidenceMethod method = choose_chain_method({}, model.likelihood(), data.rows);

  double evidence(const std::vector<double>& u) const {
    Matrix k;
    fill_covariance(data, model.covariance(model.theta_at(u)), k);
    return test::probit_given_theta(k, signs_of(data.responses)).evidence;
  }

  /// Independent draws of the posterior: of the prior, taken with probability p(y | theta); only those that are kept.
  template <class Keep>
  Chains draws(std::uint64_t seed, const Keep& keep) const {
    Chains chains;
    chains.draws = kDraws;
    chains.parameters.resize(2);
    Stream stream({seed, Purpose::simulation});
    while (chains.parameters[0].size() < 2 * kDraws) {
      const std::vector<double> u = model.space().draw_prior(stream);
      if (!Model::is_computable(u) || draw_uniform(stream) > evidence(u)) continue;
      const std::vector<double> theta = model.space().natural(u);
      if (!keep(theta)) continue;
      for (std::size_t k = 0; k < 2; ++k) chains.parameters[k].push_back(theta[k]);
    }
    chains.log_prior.resize(2 * kDraws);
    return chains;
  }
  Chains draws(std::uint64_t seed) const {
    return draws(seed, [](const auto&) { return true; });
  }

  TailReport check(const Chains& chains, std::uint64_t seed, const RunContext& context = {.threads = 2}) const {
    return check_tails({data, model, method, chains, seed}, context).value();
  }
};

std::vector<double> all_z(const TailReport& report) {
  std::vector<double> all;
  for (const ParameterTails& parameter : report.parameters) {
    for (const TailCut& cut : parameter.cuts) all.push_back(cut.z);
  }
  return all;
}

// Of 120 |z| of exact draws one is above 5.8 with a probability of 8e-7. The three of a parameter are alike: were they
// but 40, their mean square would be above 2.5 with 5e-7 and below 0.25 with 3e-7.
TEST(TailCheck, RightDrawsPass) {
  const Problem problem;
  double squares = 0;
  constexpr std::uint64_t kSeeds = 20;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const TailReport report = problem.check(problem.draws(seed), seed);
    ASSERT_EQ(all_z(report).size(), 6U);
    for (const double z : all_z(report)) {
      EXPECT_LT(std::abs(z), 5.8) << "seed " << seed;
      squares += z * z / (6 * kSeeds);
    }
    EXPECT_LE(report.parameters[0].noise, 0.05);
    EXPECT_EQ(report.draws, 40U);
    for (const ParameterTails& parameter : report.parameters) {
      EXPECT_NEAR(parameter.cuts[0].expected, 0.1, 1e-6);
      EXPECT_NEAR(parameter.cuts[1].expected, 0.5, 1e-6);
      EXPECT_NEAR(parameter.cuts[2].expected, 0.9, 1e-6);
    }
  }
  RecordProperty("mean_square", std::to_string(squares));
  EXPECT_LT(squares, 2.5);
  EXPECT_GT(squares, 0.25) << "the check says less than it could";
}

// A tail of a tenth is seen though no draw is in it.
TEST(TailCheck, DrawsWithoutATenthOfThePosteriorFail) {
  const Problem problem;
  const Chains whole = problem.draws(1);
  for (std::size_t k = 0; k < 2; ++k) {
    const double low = quantile(whole.parameters[k], 0.1);
    const double high = quantile(whole.parameters[k], 0.9);
    const Chains without_low = problem.draws(2, [&](const auto& theta) { return theta[k] > low; });
    const Chains without_high = problem.draws(3, [&](const auto& theta) { return theta[k] < high; });
    const ParameterTails tails_low = problem.check(without_low, 1).parameters[k];
    const ParameterTails tails_high = problem.check(without_high, 1).parameters[k];
    EXPECT_GT(tails_low.cuts[0].z, 6) << tails_low.name;
    EXPECT_LT(tails_high.cuts[2].z, -6) << tails_high.name;
  }
}

TEST(TailCheck, WarnsOfWhatIsMissed) {
  const Problem problem;
  const double low = quantile(problem.draws(1).parameters[1], 0.1);
  const TailReport report = problem.check(problem.draws(2, [&](const auto& theta) { return theta[1] > low; }), 1);
  ASSERT_EQ(report.warnings.size(), 1U);
  EXPECT_EQ(report.warnings[0].rfind("lengthscale: 10 % of the posterior lies below ", 0), 0U) << report.warnings[0];
  EXPECT_GT(report.largest_z, 6);
  EXPECT_TRUE(problem.check(problem.draws(1), 1).warnings.empty());
}

// Of exact draws each |z| is above 5.6 with a probability of 2e-8; here are 27.
TEST(TailCheck, FitsPass) {
  const Dataset data = simulate({.rows = 30, .features = 2, .balanced = true, .seed = 6}, {}, {20, {0.3}});
  struct Way {
    std::string likelihood;
    std::string estimator;
  };
  for (const Way& way : {Way{"probit", "look-ahead"}, Way{"logit", "look-ahead"}, Way{"probit", "approximation"}}) {
    SampleRequest request;
    request.table.data = data;
    request.model = {.ard = true, .likelihood = way.likelihood};
    request.settings.chains = 2;
    request.settings.draws = 500;
    request.settings.evidence.estimator = way.estimator;
    const SampleReport sampled = sample(std::move(request), {.threads = 2});
    const TailReport report = check_tails(sampled.run, {.threads = 2});
    EXPECT_LT(report.largest_z, 5.6) << way.likelihood << " by " << way.estimator;
    EXPECT_EQ(report.samples == 0, way.estimator == "approximation");
    EXPECT_EQ(report.parameters.size(), sampled.run.info.parameter_names.size());
  }
}

TEST(TailCheck, HasTheSameBitsForAnyNumberOfThreads) {
  const Problem problem;
  const Chains chains = problem.draws(1);
  const TailReport first = problem.check(chains, 7, {.threads = 1});
  for (const int threads : {2, 5}) {
    const TailReport other = problem.check(chains, 7, {.threads = threads});
    EXPECT_EQ(all_z(other), all_z(first));
    EXPECT_EQ(other.evaluations, first.evaluations);
    EXPECT_EQ(other.parameters[1].cuts[0].at, first.parameters[1].cuts[0].at);
    EXPECT_EQ(other.parameters[1].noise, first.parameters[1].noise);
  }
}

/// Counts what it is told, and asks to stop at the first progress.
struct Listener final : Observer {
  void tail_check_cost(const TailCheckCost& cost) override { costs.push_back(cost); }
  void progress(std::string_view /*task*/, double fraction) override {
    last = fraction;
    if (stops) stop.request_stop();
  }
  bool stops = false;
  std::stop_source stop;
  std::vector<TailCheckCost> costs;
  double last = 0;
};

TEST(TailCheck, TellsOnceWhatItTakesAndThenHowFarItIs) {
  const Problem problem;
  Listener listener;
  problem.check(problem.draws(1), 1, {.threads = 2, .observer = &listener});
  ASSERT_EQ(listener.costs.size(), 1U);
  EXPECT_EQ(listener.costs[0].parameters, 2U);
  EXPECT_EQ(listener.costs[0].draws, 40U);
  EXPECT_GT(listener.costs[0].seconds, 0);
  EXPECT_EQ(listener.last, 1);
}

TEST(TailCheck, EndsWhereItIsStopped) {
  const Problem problem;
  const Chains chains = problem.draws(1);
  Listener listener;
  listener.stops = true;
  const RunContext context{.threads = 2, .observer = &listener, .stop = listener.stop.get_token()};
  EXPECT_FALSE(check_tails({problem.data, problem.model, problem.method, chains, 1}, context).has_value());
  EXPECT_LT(listener.last, 0.2);
  EXPECT_FALSE(check_tails({problem.data, problem.model, problem.method, chains, 1}, context).has_value());
}

TEST(TailCheck, OneStuckDrawIsNoReasonToFail) {
  const Problem problem;
  Chains chains = problem.draws(1);
  for (std::vector<double>& values : chains.parameters) std::fill(values.begin(), values.end(), values.front());
  const TailReport report = problem.check(chains, 1);
  for (const double z : all_z(report)) EXPECT_TRUE(std::isfinite(z));
  EXPECT_TRUE(report.warnings.empty()) << "R-hat tells of chains that do not move";
}

}  // namespace
}  // namespace lehr
