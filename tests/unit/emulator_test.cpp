#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/random/distributions.hpp>
#include <lehr/samplers/sampler.hpp>
#include <lehr/samplers/surrogate.hpp>

namespace lehr {
namespace {

/// What warm-up would have learned of a normal posterior.
Learned normal_hill(const ParameterSpace& space) {
  Learned learned;
  Stream stream({3, Purpose::tuning});
  for (std::size_t i = 0; i < 20 + 4 * space.size(); ++i) {
    std::vector<double> x(space.size());
    fill_normal(stream, x);
    EvaluatedPoint point{x, space.log_prior(x), space.log_prior_gradient(x)};
    for (std::size_t k = 0; k < x.size(); ++k) {
      point.log_density -= 0.5 * x[k] * x[k];
      point.slope[k] -= x[k];
    }
    learned.points.push_back(point);
    learned.draws.push_back(x);
  }
  learned.modes = {std::vector<double>(space.size(), 0.0)};
  learned.walk = {shape_factor(learned.draws), 0.5};
  learned.surrogate = Surrogate::learn(space, learned.points, {}, Coordinates(learned.draws));
  return learned;
}

ParameterSpace space_of(std::size_t count) {
  std::vector<Parameter> parameters;
  for (std::size_t k = 0; k < count; ++k) {
    parameters.push_back({.name = "p" + std::to_string(k), .prior = GammaPrior{2, 1}});
  }
  return ParameterSpace(parameters);
}

/// How often some coordinates, but not all, were moved; that of them alone the prior is what corrects it.
std::size_t redraws_of(std::size_t parameters, std::size_t most_moved) {
  const ParameterSpace space = space_of(parameters);
  std::string reason;
  const std::unique_ptr<Proposal> proposal = samplers::named("emulator").freeze(normal_hill(space), reason);
  EXPECT_NE(proposal, nullptr) << reason;
  const std::vector<double> from(parameters, 0.2);
  std::size_t redraws = 0;
  for (std::uint64_t iteration = 0; iteration < 200; ++iteration) {
    Stream stream({5, Purpose::proposal, 0, iteration});
    const Proposed proposed = proposal->propose(from, iteration, stream);
    std::size_t moved = 0;
    for (std::size_t k = 0; k < parameters; ++k) moved += proposed.log_theta[k] == from[k] ? 0 : 1;
    if (moved == parameters) continue;
    ++redraws;
    EXPECT_LE(moved, most_moved);
    EXPECT_NEAR(proposed.log_correction, space.log_prior(from) - space.log_prior(proposed.log_theta), 1e-9);
  }
  return redraws;
}

TEST(Emulator, DrawsOneOfFewParametersFromItsPriorInTwoOfTwentyIterations) { EXPECT_EQ(redraws_of(6, 1), 20U); }

TEST(Emulator, DrawsSomeOfManyParametersFromTheirPriorInFourOfTwentyIterations) { EXPECT_EQ(redraws_of(14, 5), 40U); }

}  // namespace
}  // namespace lehr
