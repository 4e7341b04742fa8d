#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include <lehr/api/simulate.hpp>
#include <lehr/reproduce/chain_units.hpp>
#include <lehr/reproduce/run_units.hpp>

namespace lehr::reproduce {
namespace {

constexpr std::size_t kEvaluations = 60;
constexpr std::size_t kIterations = 40;

/// A chain on made-up data, run in parts of this length.
class ChainInParts {
 public:
  ChainInParts(const std::string& sampler, const std::string& estimator, std::size_t part_length)
      : folder_(testing::TempDir() + "lehr-chain-in-parts") {
    std::filesystem::remove_all(folder_);
    const Problem problem{
        .name = "made-up",
        .data = std::make_shared<const Dataset>(simulate({.rows = 20, .features = 2}, {}, {10, {0.4}})),
        .model = {},
        .options = Json::object(),
        .part_length = part_length};
    const WalkPlan walk(problem, "ep", kEvaluations, 1, 0);
    const ChainPlan chain(problem,
                          {.name = "chain",
                           .evidence = {.approximation = "ep", .estimator = estimator, .importance_samples = 3},
                           .sampler = sampler,
                           .walks = {walk},
                           .start = 0,
                           .iterations = kIterations,
                           .seed = 1,
                           .chain = 0});
    std::vector<Unit> units = chain.units();
    for (Unit& unit : walk.units()) units.push_back(std::move(unit));
    units_ = units.size();
    trace_ = chain.trace(run_units(units, UnitCache(folder_), "test", {}));
  }
  ~ChainInParts() { std::filesystem::remove_all(folder_); }
  ChainInParts(const ChainInParts&) = delete;
  ChainInParts& operator=(const ChainInParts&) = delete;

  const ChainPlan::Trace& trace() const { return trace_; }
  std::size_t units() const { return units_; }

 private:
  std::string folder_;
  std::size_t units_ = 0;
  ChainPlan::Trace trace_;
};

void expect_same_in_parts(const std::string& sampler, const std::string& estimator) {
  const ChainInParts whole(sampler, estimator, 1000);
  const ChainInParts parts(sampler, estimator, 7);
  EXPECT_EQ(whole.units(), 2);
  EXPECT_EQ(parts.units(), 9 + 6);
  ASSERT_EQ(whole.trace().log_theta.size(), kIterations);
  EXPECT_EQ(whole.trace().log_theta, parts.trace().log_theta);
  EXPECT_EQ(whole.trace().accepted, parts.trace().accepted);
  EXPECT_EQ(whole.trace().sampler, sampler);
  EXPECT_GT(whole.trace().cost, 0);
}

TEST(ReproduceChains, InPartsAreTheSameAsInOnePiece) { expect_same_in_parts("metropolis", "ghk"); }

TEST(ReproduceChains, WithoutNoiseInPartsAreTheSameAsInOnePiece) {
  expect_same_in_parts("metropolis", "approximation");
}

TEST(ReproduceChains, MoveWhereTheyAccept) {
  const ChainInParts chain("metropolis", "ais", 15);
  std::size_t moves = 0;
  for (std::size_t i = 1; i < kIterations; ++i) {
    const bool moved = chain.trace().log_theta[i] != chain.trace().log_theta[i - 1];
    EXPECT_EQ(moved, chain.trace().accepted[i]) << i;
    moves += moved ? 1 : 0;
  }
  EXPECT_GT(moves, 0U);
  EXPECT_LT(moves, kIterations - 1);
}

}  // namespace
}  // namespace lehr::reproduce
