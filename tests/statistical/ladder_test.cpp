#include <lehr/evidence/ladder.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include <lehr/base/errors.hpp>

namespace lehr {
namespace {

struct Literal {
  int steps;
  Ladder betas;
};

// With a = max(s div 2 - 1, 1): a values from 1 to 0.2, then the last s - a of s - a + 1 values from 0.2 to 1e-6, all
// evenly spaced in the logarithm, then 0. Worked out apart from the library.
// clang-format off
const Literal kPaper[] = {
    {2, {1, 1e-06, 0}},
    {3, {1, 0.0004472135955, 1e-06, 0}},
    {14, {1, 0.7247796637, 0.5253055609, 0.3807307877, 0.2759459323, 0.2, 0.04349118552, 0.00945741609, 0.002056571189,
          0.0004472135955, 9.724924725e-05, 2.114742527e-05, 4.598632978e-06, 1e-06, 0}},
    {15, {1, 0.7247796637, 0.5253055609, 0.3807307877, 0.2759459323, 0.2, 0.05152602772, 0.01327465766, 0.003419951893,
          0.0008810826803, 0.000226993453, 5.848035476e-05, 1.50663019e-05, 3.881533447e-06, 1e-06, 0}},
    {26, {1, 0.8638876637, 0.7463018955, 0.6447210009, 0.5569665192, 0.4811565051, 0.415665169, 0.3590880118,
          0.3102117035, 0.2679880638, 0.2315115824, 0.2, 0.0836344097, 0.03497357243, 0.01462497043, 0.006115753843,
          0.002557437313, 0.0010694488, 0.0004472135955, 0.0001870122254, 7.820328537e-05, 3.270242805e-05,
          1.367524133e-05, 5.71860368e-06, 2.391360215e-06, 1e-06, 0}},
    {28, {1, 0.8744852722, 0.7647244913, 0.668740305, 0.5848035476, 0.5114020896, 0.4472135955, 0.3910817028,
          0.3419951893, 0.2990697562, 0.2615320972, 0.2287059672, 0.2, 0.08863964253, 0.03928493114, 0.01741101127,
          0.007716529074, 0.003419951893, 0.001515716567, 0.0006717628732, 0.0002977241047, 0.0001319507911,
          5.848035476e-05, 2.591838871e-05, 1.148698355e-05, 5.091010578e-06, 2.256326789e-06, 1e-06, 0}},
};
// clang-format on

TEST(PaperLadder, HasTheValuesOfThePaper) {
  for (const auto& [steps, betas] : kPaper) {
    const Ladder made = make_ladder("paper", steps);
    ASSERT_EQ(made.size(), betas.size()) << steps;
    for (std::size_t j = 0; j < betas.size(); ++j) {
      EXPECT_NEAR(made[j], betas[j], 1e-9 * betas[j]) << steps << " steps, level " << j;
    }
  }
}

TEST(EveryLadder, FallsStrictlyFromOneToZeroForAnyNumberOfSteps) {
  for (const LadderRule* rule : ladder_rules()) {
    for (int steps = 1; steps <= 200; ++steps) {
      const Ladder betas = make_ladder(rule->name(), steps);
      ASSERT_EQ(betas.size(), static_cast<std::size_t>(steps) + 1) << rule->name();
      ASSERT_EQ(betas.front(), 1.0) << rule->name() << " " << steps;
      ASSERT_EQ(betas.back(), 0.0) << rule->name() << " " << steps;
      for (std::size_t j = 1; j < betas.size(); ++j) {
        ASSERT_LT(betas[j], betas[j - 1]) << rule->name() << ", " << steps << " steps, level " << j;
      }
    }
  }
}

TEST(EveryLadder, OfOneStepIsImportanceSampling) {
  for (const LadderRule* rule : ladder_rules()) EXPECT_EQ(make_ladder(rule->name(), 1), (Ladder{1, 0}));
}

// The last step, into the posterior, decides whether the variance is finite.
TEST(DefaultLadder, EndsWithASmallerStepThanThePapers) {
  for (int steps = 2; steps <= 200; ++steps) {
    const Ladder ours = make_ladder("default", steps);
    const Ladder paper = make_ladder("paper", steps);
    EXPECT_LT(ours[0] - ours[1], paper[0] - paper[1]) << steps;
  }
}

TEST(EveryLadder, IsRefusedUnderAnUnknownName) { EXPECT_THROW(make_ladder("rope", 5), UsageError); }

}  // namespace
}  // namespace lehr
