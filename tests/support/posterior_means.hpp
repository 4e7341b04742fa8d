#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include <lehr/diagnostics/diagnostics.hpp>

#include "support/exact_posterior.hpp"
#include "support/memory_store.hpp"

namespace lehr::test {

/// |z| > 4 has probability 6.3e-5 for each mean.
constexpr double kStandardErrors = 4;

inline void expect_mean(const std::vector<double>& values, std::size_t draws, double expected,
                        const std::string& what) {
  double mean = 0;
  for (const double value : values) mean += value / double(values.size());
  const std::optional<double> error = mcse_mean({values, draws});
  ASSERT_TRUE(error.has_value()) << what;
  EXPECT_LT(std::abs(mean - expected), kStandardErrors * *error) << what << ": " << mean << " for " << expected;
  EXPECT_LT(*error, 0.1) << what << " is known too badly for this test to fail";
  testing::Test::RecordProperty(what, std::to_string((mean - expected) / *error) + " standard errors");
}

/// The means of log theta and of every latent.
inline void expect_posterior(const MemoryStore& store, std::size_t draws, const PosteriorMeans& expected) {
  expect_mean(store.each([](const ChainState& s) { return s.log_theta[0]; }), draws, expected.log_variance,
              "log_variance");
  expect_mean(store.each([](const ChainState& s) { return s.log_theta[1]; }), draws, expected.log_lengthscale,
              "log_lengthscale");
  for (std::size_t i = 0; i < expected.latents.size(); ++i) {
    expect_mean(store.each([i](const ChainState& s) { return latent_of(s)(static_cast<Index>(i)); }), draws,
                expected.latents[i], "latent_" + std::to_string(i + 1));
  }
}

/// t = f + noise has the side of its label.
inline void expect_right_sides(const MemoryStore& store, const std::vector<double>& labels) {
  for (const auto& chain : store.states) {
    for (const ChainState& state : chain) {
      for (std::size_t i = 0; i < labels.size(); ++i) {
        ASSERT_GE(labels[i] * state.state(static_cast<Index>(i)), 0);
      }
    }
  }
}

}  // namespace lehr::test
