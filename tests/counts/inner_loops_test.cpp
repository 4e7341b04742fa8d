// The loops that run hundreds of times in an iteration of a chain: they allocate nothing.

#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/evidence/at_theta.hpp>
#include <lehr/evidence/elliptical_slice.hpp>
#include <lehr/evidence/method.hpp>
#include <lehr/evidence/tilt.hpp>
#include <lehr/random/distributions.hpp>
#include <lehr/samplers/sampler.hpp>
#include <lehr/samplers/surrogate.hpp>

#include "counts/allocations.hpp"
#include "support/example_data.hpp"

namespace lehr {
namespace {

/// What warm-up would have learned of a normal hill.
Learned hill() {
  Learned learned;
  Stream stream({3, Purpose::tuning});
  for (int i = 0; i < 300; ++i) {
    const std::vector<double> point = {draw_normal(stream), draw_normal(stream)};
    learned.draws.push_back(point);
    learned.points.push_back({point, -0.5 * (point[0] * point[0] + point[1] * point[1]), {}});
  }
  learned.walk = {Matrix::Identity(2, 2), 1};
  const ParameterSpace space({{.name = "a"}, {.name = "b"}});
  learned.surrogate = Surrogate::learn(space, learned.points, {}, Coordinates(learned.draws));
  return learned;
}

TEST(InnerLoops, TheCounterSeesBothWaysToAllocate) {
  const counts::Allocations by_new = counts::allocations_of(800, [] { const std::vector<double> numbers(100); });
  EXPECT_EQ(by_new.all, 1U);
  EXPECT_EQ(by_new.large, 1U);
  const counts::Allocations by_eigen = counts::allocations_of(800, [] {
    const Vector small = Vector::Zero(5);
    const Vector large = Vector::Zero(200);
  });
  EXPECT_EQ(by_eigen.all, 2U);
  EXPECT_EQ(by_eigen.large, 1U);
  EXPECT_GE(by_eigen.largest_bytes, 1600U);
}

TEST(InnerLoops, TheSurrogateIsEvaluatedWithoutAllocation) {
  const std::shared_ptr<const Surrogate> surrogate = hill().surrogate;
  ASSERT_NE(surrogate, nullptr);
  Surrogate::Point u(2);
  Surrogate::Point slope(2);
  const counts::Allocations made = counts::allocations_of(1, [&] {
    for (int i = 0; i < 100; ++i) {
      u << 0.1 * i, -0.05 * i;  // inside of what was learned, then outside
      (*surrogate)(u, slope);
    }
  });
  EXPECT_EQ(made.all, 0U);
}

TEST(InnerLoops, AProposalOfTheEmulatorAllocatesAFewNumbersOfTheSizeOfTheta) {
  std::string reason;
  const std::unique_ptr<Proposal> proposal = samplers::named("emulator").freeze(hill(), reason);
  ASSERT_NE(proposal, nullptr) << reason;
  Stream stream({4, Purpose::proposal});
  const std::vector<double> from = {0.3, -0.2};
  const counts::Allocations made = counts::allocations_of(200, [&] { proposal->propose(from, 1, stream); });
  EXPECT_EQ(made.large, 0U);
  EXPECT_LE(made.all, 6U);
}

TEST(InnerLoops, ASliceMoveAllocatesNothing) {
  const Dataset data = testing_support::wavy_data(60, 2);
  const Model model({}, data.feature_names);
  EvidenceSettings settings;
  settings.estimator = "ais";
  const EvidenceMethod method = choose_method(settings, model.likelihood(), data.rows);
  EvidenceAtTheta at_theta;
  ASSERT_TRUE(at_theta.prepare(data, model, {5, {1}}, method));
  const SitePosterior& q = at_theta.posterior();
  Stream stream({5, Purpose::particle_moves});
  Vector z(60);
  fill_normal(stream, {z.data(), 60});
  SlicePoint point{q.mean, tilt(at_theta.problem(), q.sites, {q.mean.data(), 60})};
  Vector proposal(60);
  const counts::Allocations made = counts::allocations_of(1, [&] {
    for (int i = 0; i < 20; ++i) elliptical_slice_move(at_theta.problem(), q, 0.5, z, stream, point, proposal);
  });
  EXPECT_EQ(made.all, 0U);
}

/// Allocations of one estimate from 16 particles, once everything at the parameters is prepared.
std::size_t allocations_of_estimate(const std::string& estimator, std::size_t rows) {
  const Dataset data = testing_support::wavy_data(rows, 2);
  const Model model({}, data.feature_names);
  EvidenceSettings settings;
  settings.estimator = estimator;
  settings.temperatures = 8;
  EvidenceAtTheta at_theta;
  EXPECT_TRUE(at_theta.prepare(data, model, {5, {1}}, choose_method(settings, model.likelihood(), rows)));
  const Stream pick({1, Purpose::particle_pick});
  return counts::allocations_of(1, [&] { at_theta.estimate({.seed = 1}, 16, pick, 1); }).all;
}

TEST(InnerLoops, OverRowsAndLevelsAllocateNothing) {
  // Eigen takes memory for the packing of a product that is large: once for each of the few products of a block.
  constexpr std::size_t kPacked = 6;
  for (const std::string estimator : {"look-ahead", "is", "ais"}) {
    const std::size_t with_few = allocations_of_estimate(estimator, 70);
    EXPECT_LE(with_few, 40U) << estimator;
    EXPECT_LE(allocations_of_estimate(estimator, 250), with_few + (estimator == "look-ahead" ? 0 : kPacked))
        << estimator;
  }
}

}  // namespace
}  // namespace lehr
