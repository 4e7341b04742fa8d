// Chains of independent draws are above the limit of R-hat about once in a thousand.

#include <gtest/gtest.h>

#include <vector>

#include <lehr/diagnostics/diagnostics.hpp>
#include <lehr/diagnostics/goal.hpp>
#include <lehr/random/stream.hpp>

namespace lehr {
namespace {

TEST(RhatLimit, IsTheOneInThousandPointOfIndependentDraws) {
  constexpr std::size_t kTrials = 20'000;
  constexpr std::size_t kChains = 4;
  constexpr std::size_t kDraws = 100;
  constexpr std::size_t kParameters = 2;
  const double limit = largest_rhat(kChains, kChains * kDraws, kParameters);
  std::size_t above = 0;
  for (std::size_t trial = 0; trial < kTrials; ++trial) {
    Stream stream({.seed = 7, .purpose = Purpose::simulation, .iteration = trial});
    bool any = false;
    for (std::size_t p = 0; p < kParameters; ++p) {
      std::vector<double> values(kChains * kDraws);
      for (double& value : values) value = static_cast<double>(stream() >> 11);  // only ranks and order count
      any = any || *rhat({values, kDraws}) > limit;
    }
    above += any ? 1 : 0;
  }
  // 20 are expected, and the count is Poisson: more than 46 or fewer than 3 have a probability below 1e-6 each.
  EXPECT_LE(above, 46U);
  EXPECT_GE(above, 3U);
}

}  // namespace
}  // namespace lehr
