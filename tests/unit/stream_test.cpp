#include <lehr/random/stream.hpp>

#include <Random123/philox.h>

#include <array>
#include <cstdint>
#include <set>

#include <gtest/gtest.h>

namespace lehr {
namespace {

using Words = std::array<std::uint64_t, 4>;

Words next_four(Stream& stream) { return {stream(), stream(), stream(), stream()}; }

Words philox(const Words& counter, const std::array<std::uint64_t, 2>& key) {
  const r123::Philox4x64::ctr_type c = {{counter[0], counter[1], counter[2], counter[3]}};
  const r123::Philox4x64::key_type k = {{key[0], key[1]}};
  const r123::Philox4x64::ctr_type out = r123::Philox4x64()(c, k);
  return {out[0], out[1], out[2], out[3]};
}

// The known answers that Random123 publishes for philox4x64 with ten rounds.
TEST(Philox, GivesThePublishedAnswers) {
  constexpr std::uint64_t kOnes = 0xffffffffffffffff;
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}),
            (Words{0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b, 0x7e68b68aec7ba23b}));
  EXPECT_EQ(philox({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}),
            (Words{0x87b092c3013fe90b, 0x438c3c67be8d0224, 0x9cc7d7c69cd777b6, 0xa09caebf594f0ba0}));
  EXPECT_EQ(philox({0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89},
                   {0x452821e638d01377, 0xbe5466cf34e90c6c}),
            (Words{0xa528f45403e61d95, 0x38c72dbd566e9788, 0xa5a1610e72fd18b5, 0x57bd43b5e52b7fe6}));
}

TEST(Stream, OfZeroKeyBeginsWithThePublishedAnswer) {
  Stream stream({.seed = 0, .purpose = Purpose{0}});
  EXPECT_EQ(next_four(stream), (Words{0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b, 0x7e68b68aec7ba23b}));
}

// By an independent program of the published algorithm. Changing the layout of key and counter changes every result
// that users have kept.
TEST(Stream, PutsSeedAndPurposeIntoTheKeyAndTheRestIntoTheCounter) {
  Stream stream({.seed = 0x452821e638d01377,
                 .purpose = Purpose::particle_draws,
                 .chain = 0x082efa98ec4e6c89,
                 .iteration = 0xa4093822299f31d0,
                 .particle = 0x13198a2e03707344});
  EXPECT_EQ(next_four(stream), (Words{0x7008fb33484d33cd, 0xc27ba22b14eeae23, 0x965d7a2e32bbb705, 0x569812fede545f5c}));
  EXPECT_EQ(next_four(stream), (Words{0xa4e359a74be605c5, 0x0da34d3abf7a2a01, 0x4410dd0c61b07942, 0xe89688bcc3f6295a}));
}

TEST(Stream, OfEachKeyIsDifferent) {
  std::set<Words> seen;
  std::size_t streams = 0;
  for (const std::uint64_t seed : {0u, 1u, 2u}) {
    for (const Purpose purpose : {Purpose::simulation, Purpose::particle_draws, Purpose::particle_moves}) {
      for (const std::uint64_t chain : {0u, 1u, 2u}) {
        for (const std::uint64_t iteration : {0u, 1u, 2u}) {
          for (const std::uint64_t particle : {0u, 1u, 2u}) {
            Stream stream({seed, purpose, chain, iteration, particle});
            seen.insert(next_four(stream));
            seen.insert(next_four(stream));
            streams += 2;
          }
        }
      }
    }
  }
  EXPECT_EQ(seen.size(), streams);
}

TEST(Stream, OfTheSameKeyIsTheSame) {
  Stream first({.seed = 7, .purpose = Purpose::simulation, .iteration = 3});
  Stream second({.seed = 7, .purpose = Purpose::simulation, .iteration = 3});
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(first(), second());
}

}  // namespace
}  // namespace lehr
