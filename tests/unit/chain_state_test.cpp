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
    const ChainState back = unpack(pack(state), "this");
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
  EXPECT_EQ(input_error([] { unpack({}, "'x'"); }), "'x' holds a draw of another size");
  std::vector<double> numbers = pack(example());
  numbers.pop_back();
  EXPECT_EQ(input_error([&] { unpack(numbers, "'x'"); }), "'x' holds a draw of another size");
}

}  // namespace
}  // namespace lehr
