// The memory that a chain holds at most where K is dense and has many rows, in matrices of n x n doubles, as the system
// counts it. The check before a fit asks for matrices_at_theta().

#include <cstddef>
#include <fstream>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include <lehr/evidence/at_theta.hpp>
#include <lehr/evidence/method.hpp>

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

TEST(MemoryOfAChain, IsBelowTwoAndAHalfMatricesWithManyRows) {
  if (!reset_peak() || !peak_memory()) GTEST_SKIP() << "the system does not tell";
  const Dataset data = testing_support::wavy_data(kRows, 8);
  const Model model({}, data.feature_names);
  EvidenceMethod method = choose_chain_method({}, model.likelihood(), kRows);
  method.sweeps = 2;
  const KernelParameters theta{5, {3}};
  const double matrix = 8.0 * double(kRows) * double(kRows);
  const double before = *peak_memory();
  const auto expect_below = [&](double most, const char* what) {
    const double matrices = (*peak_memory() - before) / matrix;
    EXPECT_GT(matrices, 0.9) << what;  // or nothing was counted
    EXPECT_LT(matrices, most) << what;
    ASSERT_TRUE(reset_peak());
  };
  EvidenceAtTheta at_theta;
  const auto draw = [&] {
    const auto estimate = at_theta.estimate({}, 16, Stream({1, Purpose::particle_pick}), 1);
    ASSERT_TRUE(estimate.has_value());
    Stream stream({1, Purpose::latent});
    EXPECT_TRUE(at_theta.draw_latents(estimate->end, true, stream).has_value());
  };
  const auto n = static_cast<Index>(kRows);
  const FoundSites sites{{Vector::Constant(n, 0.2), Vector::Zero(n)}, Vector::Zero(n)};
  ASSERT_TRUE(at_theta.prepare_with(sites, data, model, theta, method));
  draw();
  expect_below(1.6, "an estimate without a sweep and a draw of f");
  ASSERT_TRUE(at_theta.prepare(data, model, theta, method));
  draw();
  expect_below(2.5, "an estimate with sweeps and a draw of f");
  static_assert(matrices_at_theta(kRows) >= 2.5);
}

}  // namespace
}  // namespace lehr
