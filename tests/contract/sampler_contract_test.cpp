// What every sampler must hold: the proposal that it freezes leaves the law that it was learned from as it is, and is a
// function of the point, the iteration and the stream alone.

#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include <lehr/random/distributions.hpp>
#include <lehr/samplers/sampler.hpp>

#include "support/component_name.hpp"
#include "support/z_scores.hpp"

namespace lehr {
namespace {

using testing_support::ComponentName;
using testing_support::every;

constexpr std::uint64_t kIterations = 20;  // after which the emulator's kinds of steps repeat
constexpr std::size_t kDraws = 2000;
constexpr int kSteps = 5;

class SamplerContract : public testing::TestWithParam<const Sampler*> {
 protected:
  void SetUp() override {
    const auto evaluate = [&](const std::vector<std::vector<double>>& points) {
      std::vector<EvaluatedPoint> found;
      for (const std::vector<double>& point : points) {
        const Vector slope = -precision_ * (to_vector(point) - mean_);
        found.push_back({point, log_density(point), {slope.begin(), slope.end()}});
      }
      return std::optional(std::move(found));
    };
    const std::optional<Learned> learned =
        GetParam()->learn({.model = model_, .chains = 2, .most = 300, .seed = 1}, evaluate);
    ASSERT_TRUE(learned.has_value());
    std::string reason;
    proposal_ = GetParam()->freeze(*learned, reason);
    ASSERT_NE(proposal_, nullptr) << reason;
  }

  static Vector to_vector(const std::vector<double>& values) {
    return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
  }

  /// A normal law of log theta, but for a constant.
  double log_density(const std::vector<double>& log_theta) const {
    const Vector away = to_vector(log_theta) - mean_;
    return -20 - 0.5 * away.dot(precision_ * away);
  }

  std::vector<double> draw(Stream& stream) const {
    const Matrix factor = covariance_.llt().matrixL();
    const Vector point = mean_ + factor * Vector{{draw_normal(stream), draw_normal(stream)}};
    return {point.begin(), point.end()};
  }

  Proposed propose(const std::vector<double>& from, std::uint64_t iteration, std::uint64_t seed = 1) const {
    Stream stream({seed, Purpose::proposal, 0, iteration});
    return proposal_->propose(from, iteration, stream);
  }

  const std::vector<std::string> features_ = {"x"};
  Model model_{{}, features_};
  Vector mean_{{3.5, 0.8}};  // where the prior is steep, which steps from it must make up for
  Matrix covariance_{{0.25, 0.1}, {0.1, 0.16}};
  Matrix precision_ = covariance_.inverse();
  std::unique_ptr<Proposal> proposal_;
};

/// Each kind of step by itself: a sampler may make another one at each iteration.
TEST_P(SamplerContract, ItsProposalsLeaveALawAsItIs) {
  double accepted = 0;
  for (std::uint64_t iteration = 0; iteration < kIterations; ++iteration) {
    std::vector<std::vector<double>> moments(5);
    for (std::size_t i = 0; i < kDraws; ++i) {
      Stream stream({1, Purpose::simulation, 0, iteration, i});
      std::vector<double> point = draw(stream);
      for (int step = 0; step < kSteps; ++step) {
        const Proposed next = proposal_->propose(point, iteration, stream);
        const double log_ratio = log_density(next.log_theta) - log_density(point) + next.log_correction;
        if (!(std::log(draw_uniform(stream)) < log_ratio)) continue;
        point = next.log_theta;
        accepted += 1.0 / (kIterations * kDraws * kSteps);
      }
      const Vector away = to_vector(point) - mean_;
      const double found[] = {away(0), away(1), away(0) * away(0), away(1) * away(1), away(0) * away(1)};
      for (std::size_t k = 0; k < moments.size(); ++k) moments[k].push_back(found[k]);
    }
    const double truth[] = {0, 0, covariance_(0, 0), covariance_(1, 1), covariance_(0, 1)};
    // At most 500 comparisons for all samplers: a false alarm in 1e-6 of all choices of the seed.
    for (std::size_t k = 0; k < moments.size(); ++k) {
      EXPECT_LT(std::abs(z_score(moments[k], truth[k])), threshold_for(1e-6 / 500))
          << "moment " << k << ", iteration " << iteration;
    }
  }
  EXPECT_GT(accepted, 0.1) << "too few moves to test anything";
}

TEST_P(SamplerContract, AProposalIsAFunctionOfPointIterationAndStream) {
  for (std::uint64_t iteration = 0; iteration < 40; ++iteration) {
    const Proposed once = propose({3.2, 1.1}, iteration);
    propose({3.9, 0.4}, iteration + 1);
    const Proposed again = propose({3.2, 1.1}, iteration);
    EXPECT_EQ(once.log_theta, again.log_theta) << iteration;
    EXPECT_EQ(once.log_correction, again.log_correction) << iteration;
    EXPECT_NE(once.log_theta, propose({3.2, 1.1}, iteration, 2).log_theta) << iteration;
  }
}

TEST_P(SamplerContract, HasANameAFormulaAndIsFoundByItsName) {
  EXPECT_FALSE(GetParam()->formula().empty());
  EXPECT_EQ(&samplers::named(GetParam()->name()), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Every, SamplerContract, every(samplers::all()), ComponentName());

}  // namespace
}  // namespace lehr
