#include <lehr/base/parallel.hpp>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/base/flush_denormals.hpp>

namespace lehr {
namespace {

TEST(ForEachBlock, DoesEveryBlockOnceWithAnyNumberOfThreads) {
  for (const int threads : {-1, 0, 1, 2, 3, 8}) {
    for (const std::size_t blocks : {0u, 1u, 2u, 7u, 1000u}) {
      std::vector<std::atomic<int>> done(blocks);
      for_each_block(blocks, threads, [&](std::size_t block) { ++done[block]; });
      for (std::size_t block = 0; block < blocks; ++block) EXPECT_EQ(done[block], 1) << threads << " " << block;
    }
  }
}

TEST(ForEachBlock, ThrowsWhatABlockThrowsAndStartsNoFurtherBlocks) {
  for (const int threads : {1, 2, 4}) {
    std::atomic<int> done{0};
    try {
      for_each_block(100000, threads, [&](std::size_t block) {
        ++done;
        if (block == 5) throw std::runtime_error("block five");
      });
      FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "block five");
    }
    EXPECT_GE(done, 6);
    EXPECT_LT(done, 100000) << threads;
  }
}

/// Half of a number, computed when the program runs.
double half_of(double number) {
  const volatile double value = number;
  return value * 0.5;
}

TEST(ForEachBlock, FlushesDenormalsInsideAndOnlyInside) {
  constexpr double kSmallestNormal = 2.2250738585072014e-308;
  for (const int threads : {1, 3}) {
    for_each_block(20, threads, [&](std::size_t) { EXPECT_EQ(half_of(kSmallestNormal), 0); });
    EXPECT_GT(half_of(kSmallestNormal), 0);
  }
}

TEST(FlushDenormals, EndsWithItsScopeAlsoWhenNested) {
  constexpr double kSmallestNormal = 2.2250738585072014e-308;
  {
    const FlushDenormals outer;
    {
      const FlushDenormals inner;
      EXPECT_EQ(half_of(kSmallestNormal), 0);
    }
    EXPECT_EQ(half_of(kSmallestNormal), 0);
  }
  EXPECT_GT(half_of(kSmallestNormal), 0);
}

TEST(AvailableThreads, AreAtLeastOne) { EXPECT_GE(available_threads(), 1); }

}  // namespace
}  // namespace lehr
