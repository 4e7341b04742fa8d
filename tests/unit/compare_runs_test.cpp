#include <lehr/api/compare_runs.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include <lehr/base/errors.hpp>
#include <unit/example_run.hpp>
#include <unit/input_error.hpp>

namespace lehr {
namespace {

const std::vector<double> kSomeElpd = {-1, -1, -1};

RunToCompare run_named(const std::string& file, std::optional<double> log_evidence = {},
                       std::optional<std::vector<double>> elpd = kSomeElpd) {
  RunToCompare run{file, example_run(false), {}, std::move(elpd)};
  run.info.data.inputs = {1, 2, 3, 5, 6, 7};
  run.info.encoding.features[0].scale = 2;
  run.info.fit.evidence.estimator = "look-ahead";
  if (log_evidence) run.outcome.model_evidence = ModelEvidence{*log_evidence, 0.03, 96, 80};
  return run;
}

std::vector<std::string> order_of(const RunComparison& comparison) {
  std::vector<std::string> files;
  for (const ComparedRun& run : comparison.runs) files.push_back(run.file);
  return files;
}

using Files = std::vector<std::string>;

TEST(ComparisonOfRuns, PutsTheLargerEvidenceFirst) {
  const RunComparison found = compare({run_named("a", -40), run_named("b", -38), run_named("c", -39)});
  EXPECT_EQ(order_of(found), (Files{"b", "c", "a"}));
  EXPECT_EQ(found.rows, 3U);
  EXPECT_TRUE(found.notes.empty());
}

TEST(ComparisonOfRuns, GoesByElpdWhereARunHasNoEvidence) {
  const std::vector<double> good = {-0.1, -0.2, -0.3};
  const std::vector<double> bad = {-1, -2, -3};
  const RunComparison found = compare({run_named("a", {}, bad), run_named("b", -38, good)});
  EXPECT_EQ(order_of(found), (Files{"b", "a"}));
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_NE(found.notes.front().find("'a' has no log p(y | model)"), std::string::npos);
}

TEST(ComparisonOfRuns, KeepsTheOrderWhereNothingDecides) {
  const std::optional<std::vector<double>> none;
  EXPECT_EQ(order_of(compare({run_named("b", {}, none), run_named("a", -38), run_named("c")})), (Files{"b", "a", "c"}));
}

// Rows -1, -2, -6: mean -3, variance 7; differences to the first 1, 1, -2 summed up the other way.
TEST(ComparisonOfRuns, SumsElpdOverRowsAndItsDifferenceRowByRow) {
  const std::vector<double> first = {-1, -2, -6};
  const std::vector<double> second = {-2, -3, -4};
  const RunComparison found = compare({run_named("a", -38, first), run_named("b", -39, second)});
  EXPECT_DOUBLE_EQ(*found.runs[0].elpd, -9);
  EXPECT_DOUBLE_EQ(*found.runs[0].elpd_se, std::sqrt(3 * 7.0));
  EXPECT_DOUBLE_EQ(*found.runs[0].elpd_difference, 0);
  EXPECT_DOUBLE_EQ(*found.runs[0].elpd_difference_se, 0);
  EXPECT_DOUBLE_EQ(*found.runs[1].elpd_difference, 0);  // -1 - 1 + 2
  EXPECT_DOUBLE_EQ(*found.runs[1].elpd_difference_se, std::sqrt(3 * 3.0));
}

TEST(ComparisonOfRuns, TakesRunsWithOtherFeaturesAndModels) {
  RunToCompare fewer = run_named("fewer", -38);
  fewer.info.data.inputs = {1, 2, 3};
  fewer.info.data.features = 1;
  fewer.info.encoding.features.resize(1);
  fewer.info.model.kernel = "rbf";
  RunToCompare unscaled = run_named("unscaled", -38);  // the same column, not standardised
  for (std::size_t row = 0; row < 3; ++row) unscaled.info.data.inputs[row] = 0.1 + 2 * unscaled.info.data.inputs[row];
  unscaled.info.encoding.features[0].mean = 0;
  unscaled.info.encoding.features[0].scale = 1;
  EXPECT_EQ(compare({run_named("a", -37), fewer, unscaled}).runs.size(), 3U);
}

TEST(ComparisonOfRuns, RefusesOtherRowsAndResponses) {
  RunToCompare other = run_named("other");
  other.info.data.responses.value = {1, 1, 0};
  EXPECT_EQ(
      input_error([&] {
        compare({run_named("a"), run_named("b"), other});
      }),
      "'other' and 'a' cannot be compared: their responses differ, first in row 2; models are compared on the same "
      "rows with the same responses");
  RunToCompare longer = run_named("longer");
  longer.info.data.rows = 4;
  longer.info.data.responses.value.push_back(0);
  EXPECT_NE(input_error([&] {
              compare({run_named("a"), longer});
            }).find("one has 4 rows and the other 3"),
            std::string::npos);
  RunToCompare elsewhere = run_named("elsewhere");
  for (double& input : elsewhere.info.data.inputs) input += 1;
  EXPECT_NE(input_error([&] { compare({run_named("a"), elsewhere}); }).find("hold other numbers"), std::string::npos);
}

TEST(ComparisonOfRuns, RefusesOneSharedColumnThatDiffers) {
  RunToCompare other = run_named("other");
  other.info.data.inputs[4] += 0.5;  // the second column's second row
  const std::string name = other.info.encoding.features[1].name;
  EXPECT_NE(input_error([&] {
              compare({run_named("a"), other});
            }).find("their columns '" + name + "' hold other numbers, first in row 2"),
            std::string::npos);
  other.info.encoding.features[1].name = "something else";
  EXPECT_EQ(compare({run_named("a"), other}).runs.size(), 2U);
  RunToCompare third = other;
  third.info.data.inputs[4] += 0.5;
  EXPECT_THROW(compare({run_named("a"), other, third}), InputError) << "the two that have it need not be the first";
}

TEST(ComparisonOfRuns, TellsWhereLeaveOneOutIsMissingOrRough) {
  const std::optional<std::vector<double>> none;
  RunToCompare rough = run_named("rough", -38);
  rough.outcome.leave_one_out = LeaveOneOut{"ep", 0, kSomeElpd, {0.9, 0.8, 0.1}};
  const RunComparison found = compare({run_named("without", -38, none), rough});
  ASSERT_EQ(found.notes.size(), 2U);
  EXPECT_NE(found.notes[0].find("'without' has no elpd by leave-one-out"), std::string::npos);
  EXPECT_NE(found.notes[1].find("'rough': leave-one-out is rough: 2 of 3 rows"), std::string::npos);
}

TEST(ComparisonOfRuns, NeedsTwo) { EXPECT_THROW(compare({run_named("a", -38)}), UsageError); }

TEST(ComparisonOfRuns, TellsOfAnEvidenceThatIsNotExactOrRough) {
  RunToCompare approximate = run_named("approximate", -38);
  approximate.info.fit.evidence.estimator = "approximation";
  RunToCompare rough = run_named("rough", -38);
  rough.outcome.model_evidence->effective = 3;
  const RunComparison found = compare({approximate, rough});
  ASSERT_EQ(found.notes.size(), 2U);
  EXPECT_NE(found.notes[0].find("not exact"), std::string::npos);
  EXPECT_NE(found.notes[1].find("rough"), std::string::npos);
}

TEST(StrengthOfEvidence, IsThatOfKassAndRaftery) {
  EXPECT_EQ(strength_of_evidence(0.9), "hardly worth a mention");
  EXPECT_EQ(strength_of_evidence(2.9), "positive");
  EXPECT_EQ(strength_of_evidence(4.9), "strong");
  EXPECT_EQ(strength_of_evidence(5.1), "very strong");
}

}  // namespace
}  // namespace lehr
