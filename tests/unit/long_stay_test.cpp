#include <lehr/api/long_stay.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include <lehr/api/fit_parts.hpp>

#include "support/example_data.hpp"

namespace lehr {
namespace {

Draw draw_at(double u, double log_estimate, bool accepted) {
  Draw draw;
  draw.log_theta = {u, 0.1};
  draw.log_evidence_estimate = log_estimate;
  draw.accepted = accepted;
  return draw;
}

/// Two chains that accept every other draw, and the second stays for 60 draws at log variance 2.
LongStays with_a_stay(const std::shared_ptr<const Surrogate>& emulator, double log_estimate,
                      const ParameterSpace& space) {
  LongStays stays(2, emulator);
  const auto take = [&](std::size_t chain, Draw draw) {
    draw.log_prior = space.log_prior(draw.log_theta);
    stays.take(chain, draw);
  };
  for (int i = 0; i < 500; ++i) {
    take(0, draw_at(0, -5, i % 2 == 0));
    take(1, draw_at(0, -5, i % 2 == 0));
    if (i != 249) continue;  // refused, as the draws to come
    for (int k = 0; k < 60; ++k) take(1, draw_at(2, log_estimate, false));
  }
  return stays;
}

class LongStayTest : public testing::Test {
 protected:
  LongStayTest() {
    info_.data = testing_support::wavy_data(8, 1);
    info_.fit.chains = 2;
    info_.fit.evidence.importance_samples = 16;
  }

  RunInfo info_;
  Model model_{{}, testing_support::wavy_data(8, 1).feature_names};
};

TEST_F(LongStayTest, IsFoundWithItsState) {
  const auto found = with_a_stay(nullptr, -3, model_.space()).longest();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->chain, 1U);
  EXPECT_EQ(found->draws, 61U) << "one refusal before";
  EXPECT_EQ(found->log_theta, (std::vector<double>{2, 0.1}));
  EXPECT_EQ(found->gap, std::nullopt);
}

TEST_F(LongStayTest, IsNoneWhereChanceExplainsIt) {
  LongStays stays(1, nullptr);
  for (int i = 0; i < 500; ++i) stays.take(0, draw_at(0, -5, i % 20 == 0));
  EXPECT_FALSE(stays.longest());
  EXPECT_FALSE(LongStays(2, nullptr).longest());
}

TEST_F(LongStayTest, TellsLuckByFreshEstimates) {
  EvidenceAtTheta at_theta;
  FitOutcome fitted;
  const EvidenceMethod method = method_of(info_, model_, fitted);
  const std::vector<double> u = {2, 0.1};
  ASSERT_TRUE(at_theta.prepare(info_.data, model_, model_.theta_at(u), method));
  const double log_evidence = *at_theta.approximation_log_evidence();  // by EP: to a hundredth
  RunOutcome outcome;
  ASSERT_TRUE(
      add_long_stay(info_, model_, fitted, with_a_stay(nullptr, log_evidence + 2.5, model_.space()), {}, outcome));
  ASSERT_TRUE(outcome.longest_stay && outcome.longest_stay->luck);
  EXPECT_NEAR(*outcome.longest_stay->luck, 2.5, 0.1);
  EXPECT_EQ(outcome.longest_stay->draws, 61U);
}

TEST_F(LongStayTest, TellsHowMuchTooLowTheEmulatorIs) {
  std::vector<EvaluatedPoint> points;  // a flat evidence: e is the prior and a constant
  for (int i = 0; i < 40; ++i) {
    const std::vector<double> u = {std::sin(7.0 * i) - 0.5, std::cos(3.0 * i)};
    points.push_back({u, model_.space().log_prior(u) - 9, model_.space().log_prior_gradient(u)});
  }
  const auto emulator = Surrogate::learn(model_.space(), points, {}, {Vector::Zero(2), Matrix(Matrix::Identity(2, 2))});
  ASSERT_NE(emulator, nullptr);
  const auto found = with_a_stay(emulator, -1, model_.space()).longest();
  ASSERT_TRUE(found && found->gap);
  EXPECT_NEAR(*found->gap, 4, 0.05) << "-1 there, -5 elsewhere";
}

}  // namespace
}  // namespace lehr
