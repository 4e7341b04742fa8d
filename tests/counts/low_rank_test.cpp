// Where the covariance has a low rank, nothing of n x n numbers is made.

#include <gtest/gtest.h>

#include <lehr/evidence/at_theta.hpp>
#include <lehr/evidence/method.hpp>

#include "counts/allocations.hpp"
#include "counts/work.hpp"
#include "support/component_name.hpp"
#include "support/example_data.hpp"

namespace lehr {
namespace {

constexpr std::size_t kRows = 400;

class LowRankCounts : public testing::TestWithParam<const char*> {};

TEST_P(LowRankCounts, NoMatrixOfAllRowsIsFilledFactorisedOrAllocated) {
  const Dataset data = testing_support::wavy_data(kRows, 1);
  const Model model({}, data.feature_names);
  EvidenceSettings settings;
  settings.estimator = GetParam();
  const EvidenceMethod method = choose_method(settings, model.likelihood(), kRows);
  EvidenceAtTheta at_theta;
  counts::Allocations made;
  const counts::Work work = counts::work_of(kRows, [&] {
    made = counts::allocations_of(4 * kRows * kRows, [&] {
      ASSERT_TRUE(at_theta.prepare(data, model, {5, {1}}, method));
      at_theta.estimate({}, 8, Stream({1, Purpose::particle_pick}), 1);
    });
  });
  EXPECT_GT(made.all, 0U);
  EXPECT_EQ(made.large, 0U);
  EXPECT_EQ(work.covariances, 0);
  EXPECT_EQ(work.units(), 0);
}

INSTANTIATE_TEST_SUITE_P(Each, LowRankCounts, testing::Values("look-ahead", "is", "ais"),
                         [](const auto& instance) { return testing_support::test_name(instance.param); });

}  // namespace
}  // namespace lehr
