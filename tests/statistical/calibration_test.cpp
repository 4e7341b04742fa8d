// A short simulation-based calibration; tests/calibration has the full one.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <support/calibration.hpp>

namespace lehr::calibration {
namespace {

class Calibration : public testing::TestWithParam<std::size_t> {};

TEST_P(Calibration, HasUniformRanks) {
  constexpr std::size_t kReplications = 60;
  std::vector<std::vector<std::size_t>> ranks(kQuantities.size());
  for (std::size_t number = 0; number < kReplications; ++number) {
    const Replication replication = replicate(kSettings[GetParam()], 100000 + number);
    for (std::size_t q = 0; q < ranks.size(); ++q) ranks[q].push_back(replication.ranks[q]);
  }
  for (std::size_t q = 0; q < ranks.size(); ++q) {
    const Uniformity found = uniformity(ranks[q]);
    EXPECT_LT(found.chi_square_z, kLargestZ) << kQuantities[q];
    EXPECT_LT(found.distance, kLargestDistance) << kQuantities[q];
  }
}

INSTANTIATE_TEST_SUITE_P(Short, Calibration, testing::Values(0, 3, 7), [](const auto& info) {
  std::string name = kSettings[info.param].name;
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
});

TEST(Uniformity, IsSmallForEvenRanksAndLargeForOthers) {
  std::vector<std::size_t> even;
  std::vector<std::size_t> low;
  std::vector<std::size_t> narrow;
  for (std::size_t i = 0; i < 640; ++i) {
    even.push_back(i % 64);
    low.push_back(i % 64 * i % 64 / 2);
    narrow.push_back(12 + i % 40);
  }
  EXPECT_LT(uniformity(even).chi_square_z, 0);
  EXPECT_LT(uniformity(even).distance, 1e-9);
  EXPECT_GT(uniformity(low).distance, kLargestDistance);
  EXPECT_GT(uniformity(narrow).chi_square_z, kLargestZ);
}

}  // namespace
}  // namespace lehr::calibration
