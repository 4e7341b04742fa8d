// What every likelihood must hold for the files: names that can stand beside the others, and draws of its own
// parameters that a run file gives back.

#include <cmath>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <lehr/model/model.hpp>
#include <lehr/parameters/parameter_blocks.hpp>
#include <lehr/run_file/reader.hpp>
#include <lehr/run_file/writer.hpp>
#include <unit/example_run.hpp>
#include <unit/scratch_folder.hpp>

#include "support/component_name.hpp"
#include "support/latent_problems.hpp"

namespace lehr {
namespace {

using testing_support::ComponentName;
using testing_support::every;
using testing_support::has_two_classes;

class RunFileContract : public testing::TestWithParam<const Likelihood*> {
 protected:
  static RunInfo run_of(const Likelihood& likelihood) {
    RunInfo info = example_run(true);
    info.model.likelihood = likelihood.name();
    info.parameter_names = Model(info.model, info.data.feature_names).space().names();
    return info;
  }
};

TEST_P(RunFileContract, ParametersHaveNamesThatNothingElseHas) {
  const RunInfo info = run_of(*GetParam());
  std::set<std::string> taken = {"chain", "draw", "row", "feature", "f", "t"};
  for (const ParameterBlock& block : parameter_blocks(info.parameter_names, info.data.feature_names)) {
    EXPECT_TRUE(taken.insert(block.name).second) << block.name;
    EXPECT_FALSE(block.name.empty());
    EXPECT_EQ(block.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string::npos) << block.name;
    EXPECT_EQ(std::set(block.members.begin(), block.members.end()).size(), block.members.size()) << block.name;
  }
}

TEST_P(RunFileContract, UsualValuesAreAllowed) {
  for (const Parameter& parameter : GetParam()->parameters()) {
    EXPECT_TRUE(parameter.allows(parameter.usual)) << parameter.name;
  }
}

TEST_P(RunFileContract, ARunFileGivesItsDrawsBack) {
  const RunInfo info = run_of(*GetParam());
  const ParameterSpace space = Model(info.model, info.data.feature_names).space();
  const ScratchFolder folder;
  std::vector<std::vector<double>> drawn;
  {
    RunFileWriter writer(folder / "run.nc", info, {.chains = 2, .draws = 3, .states = true, .evaluations = 4});
    Stream stream({.seed = 8, .purpose = Purpose::simulation});
    for (std::size_t i = 0; i < 6; ++i) {
      Draw draw = example_draw(info, i / 3, i % 3);
      draw.log_theta = space.draw_prior(stream);
      draw.parameters = space.natural(draw.log_theta);
      drawn.push_back(draw.parameters);
      writer.write_draw(i / 3, i % 3, draw);
    }
    for (std::size_t chain = 0; chain < 2; ++chain) writer.write_evaluations(chain, example_warm_up(chain));
    writer.close();
  }
  const RunFileReader reader(folder / "run.nc");
  EXPECT_EQ(reader.info().parameter_names, space.names());
  const Chains chains = reader.read_chains();
  ASSERT_EQ(chains.parameters.size(), space.size());
  for (std::size_t i = 0; i < drawn.size(); ++i) EXPECT_EQ(chains.draw(i).parameters, drawn[i]);
  EXPECT_EQ(reader.read_continuation().log_thetas.size(), 6 * space.size());
}

INSTANTIATE_TEST_SUITE_P(Every, RunFileContract, every(likelihoods::all(), has_two_classes), ComponentName());

}  // namespace
}  // namespace lehr
