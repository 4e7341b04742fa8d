#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/evidence/pareto_tail.hpp>

#include "oracle/reference_table.hpp"

// The tail of the weights against R's package loo (2.5.1 in Debian 12), by generate_pareto_reference.R.
namespace lehr {
namespace {

TEST(ParetoK, IsWhatLooFinds) {
  const auto rows = rows_of(text_of_oracle_file("pareto_reference.csv"));
  ASSERT_EQ(rows.size(), 7U);
  for (const std::vector<std::string>& row : rows) {
    std::vector<double> log_weights;
    for (const std::string& field : split(row.at(2), ' ')) log_weights.push_back(number_of(field));
    const std::optional<double> k = pareto_k(log_weights);
    ASSERT_TRUE(k) << row[0];
    EXPECT_NEAR(*k, number_of(row.at(1)), 1e-9) << row[0];
  }
}

TEST(ParetoK, DoesNotDependOnTheScaleOfTheWeights) {
  std::vector<double> log_weights;
  for (int i = 0; i < 200; ++i) log_weights.push_back(std::log(1.0 + i % 37) * (i % 5));
  const std::optional<double> k = pareto_k(log_weights);
  for (double& w : log_weights) w -= 900;
  EXPECT_NEAR(pareto_k(log_weights).value(), k.value(), 1e-9);
}

TEST(ParetoK, IsEmptyForFewWeightsOrEqualOnes) {
  EXPECT_FALSE(pareto_k(std::vector<double>(24, 1.0)));
  EXPECT_FALSE(pareto_k(std::vector<double>(500, -3.0)));
}

TEST(LargestGoodParetoK, GrowsWithTheNumberOfWeightsUpToSevenTenths) {
  EXPECT_NEAR(largest_good_pareto_k(100), 0.5, 1e-15);
  EXPECT_NEAR(largest_good_pareto_k(1000), 2.0 / 3, 1e-15);
  EXPECT_EQ(largest_good_pareto_k(1000000), 0.7);
}

}  // namespace
}  // namespace lehr
