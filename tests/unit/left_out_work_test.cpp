#include <gtest/gtest.h>

#include <lehr/posterior/left_out_densities.hpp>

namespace lehr {
namespace {

constexpr double kManyIterations = 1e6;

TEST(LeftOutWork, IsWhatRowsAndParametersAskForAfterALongFit) {
  EXPECT_EQ(left_out_work(2, 214, kManyIterations, true).anchors, 74U);
  EXPECT_EQ(left_out_work(2, 768, kManyIterations, true).anchors, 30U);
  EXPECT_EQ(left_out_work(2, 30, kManyIterations, true).anchors, 120U);
  EXPECT_EQ(left_out_work(10, 214, kManyIterations, true).anchors, 132U);  // twice the terms of a quadratic
  EXPECT_EQ(left_out_work(2, 214, kManyIterations, true).refits, 128U);    // 64 rows, each at two draws
}

TEST(LeftOutWork, IsASmallPartOfTheFit) {
  for (const double iterations : {500.0, 900.0, 1500.0, 4000.0}) {
    for (const std::size_t rows : {30U, 214U, 5000U}) {
      EXPECT_LE(left_out_work(2, rows, iterations, true).iterations, 0.15 * iterations) << iterations << " " << rows;
    }
  }
  EXPECT_EQ(left_out_work(2, 214, 800, true).anchors, 60U);
  EXPECT_EQ(left_out_work(2, 214, 800, false).anchors, 30U);  // they take longer without learned sites
  EXPECT_EQ(left_out_work(2, 214, 800, true).refits, 56U);
}

TEST(LeftOutWork, IsNeverLessThanARegressionTakes) {
  EXPECT_EQ(left_out_work(2, 214, 10, true).anchors, 30U);
  EXPECT_EQ(left_out_work(10, 214, 10, true).anchors, 99U);  // of 66 terms
  EXPECT_EQ(left_out_work(2, 214, 10, true).refits, 0U);
}

}  // namespace
}  // namespace lehr
