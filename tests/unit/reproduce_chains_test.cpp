#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <string>

#include <lehr/api/run.hpp>
#include <lehr/api/simulate.hpp>
#include <lehr/reproduce/chain_state.hpp>
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

TEST(ReproduceChains, InPartsOfAnotherLengthAreOtherUnits) {
  const auto options = [](std::size_t part_length) {
    const Problem problem{
        .name = "made-up",
        .data = std::make_shared<const Dataset>(simulate({.rows = 20, .features = 2}, {}, {10, {0.4}})),
        .model = {},
        .options = Json::object(),
        .part_length = part_length};
    return WalkPlan(problem, "ep", kEvaluations, 1, 0).units()[0].options;
  };
  EXPECT_NE(options(7), options(10));
  EXPECT_EQ(options(1000), options(2000));  // all in one
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

// Of one that neither warms up in rounds nor learns sites, which the experiments do not.
TEST(ReproduceChains, AreThoseOfAFit) {
  constexpr std::size_t kChains = 2;
  constexpr std::size_t kDraws = 30;
  const Problem problem{.name = "made-up",
                        .data = std::make_shared<const Dataset>(simulate({.rows = 20, .features = 2}, {}, {10, {0.4}})),
                        .model = {},
                        .options = Json::object(),
                        .part_length = 19};
  const Sampler& sampler = samplers::named("metropolis");
  const std::size_t settling = sampler.settling_iterations();
  FitSettings settings{
      .sampler = "metropolis", .chains = kChains, .warmup = 80, .draws = kDraws, .keep_latents = false};
  settings.evidence.ep_sweeps = 5;
  std::vector<WalkPlan> walks;
  for (std::size_t chain = 0; chain < kChains; ++chain) {
    walks.emplace_back(problem, "ep", sampler.warm_up_evaluations(2, kChains, settings.warmup), 1, chain);
  }
  const ChainPlan second(problem, {.name = "chain",
                                   .evidence = settings.evidence,
                                   .sampler = "metropolis",
                                   .walks = walks,
                                   .start = 1,
                                   .iterations = settling + kDraws,
                                   .seed = 1,
                                   .chain = 1,
                                   .new_rows = problem.data,
                                   .discard = settling});
  std::vector<Unit> units = second.units();
  for (const WalkPlan& walk : walks) {
    for (Unit& unit : walk.units()) units.push_back(std::move(unit));
  }
  const std::string folder = testing::TempDir() + "lehr-chain-of-a-fit";
  std::filesystem::remove_all(folder);
  const Results results = run_units(units, UnitCache(folder), "test", {});
  std::filesystem::remove_all(folder);
  const ChainPlan::Trace trace = second.trace(results);
  ASSERT_EQ(trace.sampler, "metropolis");

  SampleRequest request;
  request.table.data = *problem.data;
  request.settings = settings;
  const lehr::Run run = sample(std::move(request)).run;
  for (std::size_t draw = 0; draw < kDraws; ++draw) {
    for (std::size_t p = 0; p < 2; ++p) {
      EXPECT_NEAR(trace.log_theta[settling + draw][p], std::log(run.chains.parameters[p][kDraws + draw]), 1e-6) << draw;
    }
  }

  DrawsToPredictFrom draws;
  for (std::size_t draw = 0; draw < kDraws; ++draw) {
    ChainState state;
    for (std::size_t p = 0; p < 2; ++p) state.log_theta.push_back(std::log(run.chains.parameters[p][kDraws + draw]));
    const std::size_t rows = problem.data->rows;
    state.noisy_latent = Eigen::Map<const Vector>(run.noisy_latents.data() + (kDraws + draw) * rows, Index(rows));
    draws.add(state, true);
  }
  const std::vector<double> expected = draws.probabilities(*problem.data, problem.make_model(), *problem.data);
  const std::vector<double> found = second.probabilities(results);
  for (std::size_t row = 0; row < expected.size(); ++row) EXPECT_NEAR(found[row], expected[row], 1e-9) << row;
}

}  // namespace
}  // namespace lehr::reproduce
