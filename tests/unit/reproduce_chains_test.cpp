#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <string>

#include <experiments/program/chain_state.hpp>
#include <experiments/program/chain_units.hpp>
#include <experiments/program/climb_units.hpp>
#include <experiments/program/fit_units.hpp>
#include <experiments/program/run_units.hpp>
#include <lehr/api/run.hpp>
#include <lehr/api/simulate.hpp>
#include <unit/scratch_folder.hpp>

namespace lehr::reproduce {
namespace {

constexpr std::size_t kEvaluations = 60;
constexpr std::size_t kIterations = 40;

Problem made_up(std::size_t part_length) {
  return {.name = "made-up",
          .data = std::make_shared<const Dataset>(simulate({.rows = 20, .features = 2}, {}, {10, {0.4}})),
          .model = {},
          .options = Json::object(),
          .part_length = part_length};
}

/// A chain on made-up data, run in parts of this length.
class ChainInParts {
 public:
  ChainInParts(const std::string& estimator, std::size_t part_length)
      : folder_(testing::TempDir() + "lehr-" + testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::remove_all(folder_);
    const Problem problem = made_up(part_length);
    const WalkPlan walk(problem, "ep", kEvaluations, 1, 0);
    const ChainPlan chain(problem,
                          {.name = "chain",
                           .evidence = {.approximation = "ep", .estimator = estimator, .importance_samples = 3},
                           .tuning = walk,
                           .iterations = kIterations,
                           .seed = 1,
                           .chain = 0});
    std::vector<Unit> units = chain.units();
    for (Unit& unit : walk.units()) units.push_back(std::move(unit));
    units_ = units.size();
    trace_ = chain.trace(run_units(units, UnitCache(folder_, folder_), "test", {}));
  }
  ~ChainInParts() { std::filesystem::remove_all(folder_); }
  ChainInParts(const ChainInParts&) = delete;
  ChainInParts& operator=(const ChainInParts&) = delete;

  const ChainTrace& trace() const { return trace_; }
  std::size_t units() const { return units_; }

 private:
  std::string folder_;
  std::size_t units_ = 0;
  ChainTrace trace_;
};

void expect_same_in_parts(const std::string& estimator) {
  const ChainInParts whole(estimator, 1000);
  const ChainInParts parts(estimator, 7);
  EXPECT_EQ(whole.units(), 2);
  EXPECT_EQ(parts.units(), 9 + 6);
  ASSERT_EQ(whole.trace().log_theta.size(), kIterations);
  EXPECT_EQ(whole.trace().log_theta, parts.trace().log_theta);
  EXPECT_EQ(whole.trace().accepted, parts.trace().accepted);
  EXPECT_GT(whole.trace().factorisations, 0);
}

TEST(ReproduceChains, InPartsAreTheSameAsInOnePiece) { expect_same_in_parts("look-ahead"); }

TEST(ReproduceChains, WithoutNoiseInPartsAreTheSameAsInOnePiece) { expect_same_in_parts("approximation"); }

TEST(ReproduceChains, InPartsOfAnotherLengthAreOtherUnits) {
  const auto options = [](std::size_t part_length) {
    const Problem problem = made_up(part_length);
    return WalkPlan(problem, "ep", kEvaluations, 1, 0).units()[0].options;
  };
  EXPECT_NE(options(7), options(10));
  EXPECT_EQ(options(1000), options(2000));  // all in one
}

TEST(ReproduceChains, MoveWhereTheyAccept) {
  const ChainInParts chain("ais", 15);
  std::size_t moves = 0;
  for (std::size_t i = 1; i < kIterations; ++i) {
    const bool moved = chain.trace().log_theta[i] != chain.trace().log_theta[i - 1];
    EXPECT_EQ(moved, chain.trace().accepted[i]) << i;
    moves += moved ? 1 : 0;
  }
  EXPECT_GT(moves, 0U);
  EXPECT_LT(moves, kIterations - 1);
}

TEST(ReproduceChains, WhosePartsDoNotMeetAreRefused) {
  ChainTrace trace;
  trace.add({{"first", {0.5}}, {"moves", {{2, 0.75}}}, {"end", 3}}, 1);
  EXPECT_EQ(trace.log_theta, (std::vector<std::vector<double>>{{0.5}, {0.75}, {0.75}}));
  EXPECT_THROW(trace.add({{"first", {0.5}}, {"moves", Json::array()}, {"end", 4}}, 1), RunError);
  trace.add({{"first", {0.75}}, {"moves", Json::array()}, {"end", 4}}, 1);
  EXPECT_EQ(trace.log_theta.size(), 4U);
}

TEST(ReproduceClimbs, InPartsEndWhereTheyDoInOnePiece) {
  const ScratchFolder folder;
  const auto top = [&](std::size_t part_length, std::size_t parts) {
    const ClimbPlan plan(made_up(part_length), "ep");
    EXPECT_EQ(plan.units().size(), parts);
    return plan.climb(run_units(plan.units(), UnitCache(folder / "parts", folder / "summaries"), "test", {}), {});
  };
  const TypeTwoMaximum whole = top(8000, 0);
  const TypeTwoMaximum parts = top(150, 26);
  EXPECT_GT(whole.iterations, 3);
  EXPECT_EQ(whole.iterations, parts.iterations);
  EXPECT_EQ(whole.log_evidence, parts.log_evidence);
  EXPECT_EQ(whole.parameters.variance, parts.parameters.variance);
  EXPECT_EQ(whole.parameters.lengthscales, parts.parameters.lengthscales);
}

TEST(ReproduceFits, InPartsAreThoseInOnePiece) {
  const Problem problem = made_up(19);
  const FitSettings settings{.chains = 2, .warmup = 100, .draws = 30, .keep_latents = false};
  const FitPlan plan(problem, "fit", settings, problem.data);
  const std::string folder = testing::TempDir() + "lehr-fit-in-parts";
  std::filesystem::remove_all(folder);
  const Results results = run_units(plan.units(), UnitCache(folder, folder), "test", {});
  std::filesystem::remove_all(folder);
  EXPECT_GT(plan.units().size(), 4U);
  const std::vector<ChainTrace> traces = plan.traces(results);
  ASSERT_EQ(traces.size(), settings.chains);

  SampleRequest request;
  request.table.data = *problem.data;
  request.settings = settings;
  const lehr::Run run = sample(std::move(request)).run;
  std::vector<double> expected(problem.data->rows, 0.0);
  for (std::size_t chain = 0; chain < settings.chains; ++chain) {
    EXPECT_EQ(traces[chain].sampler, run.outcome.sampler);
    EXPECT_GT(traces[chain].factorisations, 0);
    ASSERT_EQ(traces[chain].log_theta.size(), *settings.draws);
    DrawsToPredictFrom draws;
    for (std::size_t draw = 0; draw < *settings.draws; ++draw) {
      const std::size_t index = chain * *settings.draws + draw;
      EXPECT_EQ(traces[chain].accepted[draw], run.chains.accepted[index]) << draw;
      ChainState state;
      for (std::size_t p = 0; p < 2; ++p) {
        state.log_theta.push_back(std::log(run.chains.parameters[p][index]));
        EXPECT_NEAR(traces[chain].log_theta[draw][p], state.log_theta[p], 1e-6) << draw;
      }
      const std::size_t rows = problem.data->rows;
      state.state = Eigen::Map<const Vector>(run.states.data() + index * rows, Index(rows));
      draws.add(state, true);
    }
    const std::vector<double> own = draws.probabilities(*problem.data, problem.make_model(), *problem.data);
    for (std::size_t row = 0; row < own.size(); ++row) expected[row] += own[row] / 2;
  }
  const std::vector<double> found = plan.probabilities(results);
  for (std::size_t row = 0; row < expected.size(); ++row) EXPECT_NEAR(found[row], expected[row], 1e-9) << row;
}

}  // namespace
}  // namespace lehr::reproduce
