// What an iteration of a chain costs, and what it allocates. These numbers may only fall.

#include <cstdint>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/posterior/predict.hpp>
#include <lehr/samplers/chain.hpp>

#include "counts/allocations.hpp"
#include "counts/work.hpp"
#include "support/example_data.hpp"

namespace lehr {
namespace {

constexpr std::size_t kRows = 200;

/// A symmetric random walk, as warm-up would freeze it.
class Walk final : public Proposal {
 public:
  Proposed propose(std::span<const double> log_theta, std::uint64_t /*iteration*/, Stream& stream) const override {
    return {walk_.step(log_theta, stream), 0};
  }

 private:
  RandomWalk walk_{Matrix::Identity(2, 2), 0.3};
};

class ChainCounts : public testing::Test {
 protected:
  ChainCounts() {
    std::optional<ChainState> first = chain_.start({1.5, -0.4});
    if (first) state_ = *first;
    for (iteration_ = 1; iteration_ <= 5; ++iteration_)
      chain_.step(state_, iteration_, walk_);  // buffers get their size
  }

  bool step() { return chain_.step(state_, iteration_++, walk_).accepted; }

  Dataset data_ = testing_support::wavy_data(kRows, 2);
  Model model_{{}, data_.feature_names};
  EvidenceMethod method_ = choose_method({}, model_.likelihood(), kRows);
  PseudoMarginalChain chain_{{.data = data_,
                              .model = model_,
                              .method = method_,
                              .samples = 16,
                              .seed = 1,
                              .chain = 0,
                              .keep_latents = true,
                              .threads = 1}};
  ChainState state_;
  std::uint64_t iteration_ = 0;
  Walk walk_;
};

TEST_F(ChainCounts, OneEstimateAnIterationAndAFactorisationMoreWhereItIsAccepted) {
  int accepted = 0;
  int rejected = 0;
  for (int i = 0; i < 40; ++i) {
    bool was_accepted = false;
    const counts::Work work = counts::work_of(kRows, [&] { was_accepted = step(); });
    EXPECT_EQ(work.covariances, 1);  // the current state is not looked at again
    EXPECT_LE(work.factorisations, was_accepted ? 3 : 2);
    EXPECT_LE(work.units(), was_accepted ? 8 : 7);
    ++(was_accepted ? accepted : rejected);
  }
  EXPECT_GE(accepted, 5);
  EXPECT_GE(rejected, 5);
}

TEST_F(ChainCounts, NoVectorsAreDrawnWhereTheyAreLeftForLater) {
  int accepted = 0;
  for (int i = 0; i < 40; ++i) {
    const auto step = [&] { accepted += int(chain_.step(state_, iteration_++, walk_, DrawVectors::later).accepted); };
    EXPECT_LE(counts::work_of(kRows, step).factorisations, 2);
  }
  EXPECT_GE(accepted, 5);
  EXPECT_EQ(state_.state.size(), 0);
  ASSERT_TRUE(chain_.complete(state_));
  EXPECT_EQ(state_.state.size(), Index{kRows});
  EXPECT_EQ(counts::work_of(kRows, [&] { EXPECT_TRUE(chain_.complete(state_)); }).large_calls(), 0);
}

TEST_F(ChainCounts, NoBlockOfTheSizeOfAMatrix) {
  int accepted = 0;
  // A quarter of a matrix counts as one; 16 particles of all rows are smaller, and so is a panel of 48 rows.
  const counts::Allocations made = counts::allocations_of(2 * kRows * kRows, [&] {
    for (int i = 0; i < 40; ++i) accepted += int(step());
  });
  EXPECT_EQ(made.large, 0U) << made.largest_bytes << " bytes";
  EXPECT_GE(accepted, 5);
}

TEST_F(ChainCounts, APredictionFactorisesOnceForEachDistinctDraw) {
  const std::vector<double> t(state_.state.data(), state_.state.data() + state_.state.size());
  const std::vector<PosteriorState> states = {{{5, 0.7}, t, 3}, {{6, 0.8}, t, 1}};
  const auto visit = [&](const auto& take) {
    for (const PosteriorState& state : states) take(state);
  };
  const counts::Work work = counts::work_of(kRows, [&] { EXPECT_TRUE(predict({data_, model_, visit}, data_)); });
  EXPECT_EQ(work.covariances, 2);
  EXPECT_EQ(work.units(), 2);
}

TEST_F(ChainCounts, RegressedVariancesFactoriseAtAnchorsAndWhereTheyAreJudged) {
  const std::vector<double> alpha(state_.alpha.data(), state_.alpha.data() + state_.alpha.size());
  ASSERT_EQ(alpha.size(), kRows);
  std::vector<PosteriorState> states;
  for (int i = 0; i < 100; ++i) states.push_back({{5 + 0.1 * (i % 10), 0.7 + 0.01 * i}, {}, 1, alpha});
  const auto visit = [&](const auto& take) {
    for (const PosteriorState& state : states) take(state);
  };
  const counts::Work work = counts::work_of(kRows, [&] {
    EXPECT_TRUE(predict({data_, model_, visit}, data_, {.variances = "regressed"}));
  });
  EXPECT_EQ(work.units(), 22 + (22 + 22));
}

}  // namespace
}  // namespace lehr
