#include <lehr/samplers/chain_state.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include <unit/input_error.hpp>

namespace lehr {
namespace {

ChainState example() {
  return {.log_theta = {0.1, -1.0 / 3},
          .log_prior = -5e-324,
          .log_estimate = -1e300,
          .numbers_from = 9007199254740992,
          .state = Vector{{1.5, -0.0, 2}},
          .latent = Vector{{0.25}},
          .alpha = Vector{{7, 1e-300}}};
}

/// One parameter above 0 and one that may be anything.
ParameterSpace two_parameters() {
  return ParameterSpace(
      {{.name = "size"}, {.name = "place", .transform = Transform::identity, .prior = NormalPrior{0, 1}}});
}

TEST(ChainState, IsPackedAsItsNumbers) {
  EXPECT_EQ(pack(example()), (std::vector<double>{-5e-324, -1e300, 9007199254740992, 2, 3, 1, 2, 0.1, -1.0 / 3, 1.5,
                                                  -0.0, 2, 0.25, 7, 1e-300}));
}

TEST(ChainState, IsTheSameBitsAfterItWasPacked) {
  for (const bool with_vectors : {true, false}) {
    ChainState state = example();
    if (!with_vectors) {
      state.state.resize(0);
      state.latent.resize(0);
      state.alpha.resize(0);
    }
    const ChainState back = unpack(pack(state), two_parameters(), "this");
    EXPECT_EQ(back.log_theta, state.log_theta);
    EXPECT_EQ(back.log_prior, state.log_prior);
    EXPECT_EQ(back.log_estimate, state.log_estimate);
    EXPECT_EQ(back.numbers_from, state.numbers_from);
    ASSERT_EQ(back.state.size(), state.state.size());
    ASSERT_EQ(back.latent.size(), state.latent.size());
    ASSERT_EQ(back.alpha.size(), state.alpha.size());
    EXPECT_EQ(back.state, state.state);
    EXPECT_EQ(back.latent, state.latent);
    EXPECT_EQ(back.alpha, state.alpha);
    if (with_vectors) {
      EXPECT_TRUE(std::signbit(back.state(1)));
    }
  }
}

TEST(ChainState, IsNotMadeOfNumbersThatNoChainHasPacked) {
  const ParameterSpace space = two_parameters();
  EXPECT_EQ(input_error([&] { unpack({}, space, "'x'"); }), "'x' holds a draw of another size");
  std::vector<double> numbers = pack(example());
  numbers.pop_back();
  EXPECT_EQ(input_error([&] { unpack(numbers, space, "'x'"); }), "'x' holds a draw of another size");
  EXPECT_EQ(input_error([&] { unpack(pack(example()), ParameterSpace({{.name = "size"}}), "'x'"); }),
            "'x' holds a draw of another size");
}

TEST(ChainState, HoldsWhatItsParametersMayBe) {
  const ParameterSpace space = two_parameters();
  ChainState state = example();
  state.log_theta = {-1, -1000};
  EXPECT_EQ(unpack(pack(state), space, "'x'").log_theta, state.log_theta) << "the second is no logarithm";
  state.log_theta = {-1000, -1};
  EXPECT_EQ(input_error([&] { unpack(pack(state), space, "'x'"); }), "'x' holds an impossible parameter");
}

}  // namespace
}  // namespace lehr
