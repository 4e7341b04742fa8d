// The memory that a chain holds at most where K is dense and has many rows, in matrices of n x n doubles, as the system
// counts it. The check before a fit asks for prior_forms::most_bytes().

#include <cstddef>
#include <fstream>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include <lehr/evidence/at_theta.hpp>
#include <lehr/evidence/method.hpp>
#include <lehr/priors/prior_form.hpp>
#include <lehr/samplers/target.hpp>

#include "support/example_data.hpp"

namespace lehr {
namespace {

constexpr std::size_t kRows = kManyRows + 72;

/// The largest memory of this process since the last reset, in bytes; empty where the system does not tell.
std::optional<double> peak_memory() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    double kilobytes = 0;
    if (word == "VmHWM:" && status >> kilobytes) return 1024 * kilobytes;
  }
  return std::nullopt;
}

bool reset_peak() {
  std::ofstream refs("/proc/self/clear_refs");
  refs << 5 << std::flush;
  return refs.good();
}

/// Matrices that are taken at most beside what there was at the beginning.
class MemoryOfAChain : public testing::Test {
 protected:
  void SetUp() override {
    if (!reset_peak() || !peak_memory()) GTEST_SKIP() << "the system does not tell";
    before_ = *peak_memory();
  }

  void expect_below(double most, const char* what) const {
    const double matrices = (*peak_memory() - before_) / kMatrix;
    EXPECT_GT(matrices, 0.9) << what;  // or nothing was counted
    EXPECT_LT(matrices, most) << what;
    ASSERT_TRUE(reset_peak());
  }

  static void draw(EvidenceAtTheta& at_theta) {
    const auto estimate = at_theta.estimate({}, 16, Stream({1, Purpose::particle_pick}), 1);
    ASSERT_TRUE(estimate.has_value());
    Stream stream({1, Purpose::latent});
    EXPECT_TRUE(at_theta.draw_latents(estimate->end, true, stream).has_value());
  }

  static constexpr double kMatrix = 8.0 * double(kRows) * double(kRows);
  const Dataset data_ = testing_support::wavy_data(kRows, 8);
  const KernelParameters theta_{5, {3}};
  double before_ = 0;
};

TEST_F(MemoryOfAChain, ByLookAheadIsBelowTwoAndAHalfMatricesWithManyRows) {
  const Model model({}, data_.feature_names);
  EvidenceMethod method = choose_chain_method({}, model.likelihood(), kRows);
  method.sweeps = 2;
  EvidenceAtTheta at_theta;
  const auto n = static_cast<Index>(kRows);
  const FoundSites sites{{Vector::Constant(n, 0.2), Vector::Zero(n)}, Vector::Zero(n)};
  ASSERT_TRUE(at_theta.prepare_with(sites, data_, model, theta_, method));
  draw(at_theta);
  expect_below(1.6, "an estimate without a sweep and a draw of f");
  ASSERT_TRUE(at_theta.prepare(data_, model, theta_, method));
  draw(at_theta);
  expect_below(2.5, "an estimate with sweeps and a draw of f");
  EXPECT_GE(prior_forms::most_bytes(kRows, Use::sites), 2.5 * kMatrix);
}

TEST_F(MemoryOfAChain, InWarmUpIsBelowTwoAndAHalfMatricesWithManyRows) {
  const Model model({}, data_.feature_names);
  for (const char* approximation : {"laplace", "ep"}) {
    DeterministicTarget target(data_, model, tuning_approximation(approximation));
    ASSERT_TRUE(target.log_density(model.free(theta_)).has_value());
    expect_below(2.5, approximation);
  }
}

TEST_F(MemoryOfAChain, InWarmUpWithSlopesIsBelowTwoAndAHalfMatricesWithManyRows) {
  const Model model({}, data_.feature_names);
  for (const char* approximation : {"laplace", "ep"}) {
    DeterministicTarget target(data_, model, tuning_approximation(approximation));
    for (int times = 0; times < 2; ++times) {  // the second one begins with what the first one holds
      const auto value = target.with_slope(model.free(theta_));
      ASSERT_TRUE(value.has_value());
      EXPECT_EQ(value->slope.size(), 2U);
    }
    expect_below(2.5, approximation);
  }
  EXPECT_GE(prior_forms::most_bytes(kRows, Use::gradients), 2.5 * kMatrix);
}

TEST_F(MemoryOfAChain, ByAnnealingIsBelowThreeMatricesWithManyRows) {
  const Model model({.likelihood = "logit"}, data_.feature_names);
  EvidenceSettings settings;
  settings.estimator = "ais";
  settings.temperatures = 2;
  EvidenceMethod method = choose_chain_method(settings, model.likelihood(), kRows);
  method.sweeps = 1;
  EvidenceAtTheta at_theta;
  ASSERT_TRUE(at_theta.prepare(data_, model, theta_, method));
  draw(at_theta);
  expect_below(3, "an estimate by annealing and a draw of f");
  EXPECT_GE(prior_forms::most_bytes(kRows, Use::sites), 3 * kMatrix);
}

}  // namespace
}  // namespace lehr
