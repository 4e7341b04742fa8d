#include <lehr/parameters/parameter_blocks.hpp>

#include <gtest/gtest.h>

namespace lehr {
namespace {

using Names = std::vector<std::string>;

TEST(ParameterBlocks, OneForEachNameWithoutBrackets) {
  const std::vector<ParameterBlock> blocks = parameter_blocks(Names{"variance", "lengthscale"}, Names{"a"});
  ASSERT_EQ(blocks.size(), 2);
  EXPECT_EQ(blocks[1].name, "lengthscale");
  EXPECT_EQ(blocks[1].first, 1);
  EXPECT_EQ(blocks[1].size(), 1);
  EXPECT_EQ(blocks[1].dimension, "") << "it stands alone";
}

TEST(ParameterBlocks, OneForAllWithTheSameNameBeforeTheBrackets) {
  const Names features = {"a[1]", "b"};
  const std::vector<ParameterBlock> blocks = parameter_blocks(
      Names{"variance", "lengthscale[a[1]]", "lengthscale[b]", "cutpoint[2]", "cutpoint[3]", "size"}, features);
  ASSERT_EQ(blocks.size(), 4);
  EXPECT_EQ(blocks[1].name, "lengthscale");
  EXPECT_EQ(blocks[1].members, features);
  EXPECT_EQ(blocks[1].dimension, "feature");
  EXPECT_EQ(blocks[2].name, "cutpoint");
  EXPECT_EQ(blocks[2].first, 3);
  EXPECT_EQ(blocks[2].members, (Names{"2", "3"}));
  EXPECT_EQ(blocks[2].dimension, "cutpoint_dim_0");
  EXPECT_EQ(blocks[3].first, 5);
}

TEST(ParameterBlocks, OfOneMemberHaveADimensionAllTheSame) {
  const std::vector<ParameterBlock> blocks = parameter_blocks(Names{"lengthscale[a]"}, Names{"a"});
  ASSERT_EQ(blocks.size(), 1);
  EXPECT_EQ(blocks[0].dimension, "feature");
  EXPECT_EQ(blocks[0].size(), 1);
}

}  // namespace
}  // namespace lehr
