#include <lehr/diagnostics/verdict.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace lehr {
namespace {

RunSummary summary_of(std::optional<double> rhat) {
  RunSummary summary;
  for (const double effective : {900.0, 475.4}) {
    ParameterSummary parameter;
    parameter.rhat = rhat;
    parameter.ess_bulk = 1000;
    parameter.ess_tail = effective;
    summary.parameters.push_back(parameter);
  }
  return summary;
}

const std::vector<std::string> kNone;

TEST(Verdict, NamesTheWorstNumbers) {
  EXPECT_EQ(verdict(summary_of(1.0042), kNone, true),
            "The chains agree: R-hat at most 1.004, effective draws at least 475.");
}

TEST(Verdict, OfAnUnfinishedRunHoldsSoFar) {
  EXPECT_EQ(verdict(summary_of(1.0042), kNone, false),
            "The chains agree so far: R-hat at most 1.004, effective draws at least 475.");
}

TEST(Verdict, CountsTheWarnings) {
  const std::vector<std::string> two = {"one", "another"};
  EXPECT_EQ(verdict(summary_of(std::nullopt), two, false),
            "The chains do not pass every check (2 warnings): R-hat or effective draws cannot be computed.");
}

}  // namespace
}  // namespace lehr
