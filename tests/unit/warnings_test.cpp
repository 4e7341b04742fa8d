#include <lehr/diagnostics/warnings.hpp>

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace lehr {
namespace {

RunSummary healthy() {
  RunSummary summary;
  summary.chains = 4;
  summary.draws = 1000;
  for (const char* name : {"variance", "lengthscale[age]", "lengthscale[mass]"}) {
    ParameterSummary parameter;
    parameter.name = name;
    parameter.sd = 1;
    parameter.rhat = 1.002;
    parameter.ess_bulk = 900;
    parameter.ess_tail = 800;
    parameter.mcse_mean = 0.03;
    summary.parameters.push_back(parameter);
  }
  summary.movement.assign(4, {0.25, 30, 0.06, 100});
  return summary;
}

using Warnings = std::vector<std::string>;

TEST(Warnings, OfProposalsThatBrokeDownComeFromAThousandthOn) {
  RunSummary summary = healthy();
  summary.broken_proposals = 7;
  EXPECT_EQ(convergence_warnings(summary, {.thin = 2}), Warnings{});
  summary.broken_proposals = 8;
  EXPECT_EQ(
      convergence_warnings(summary, {.thin = 2}),
      Warnings{"The numbers broke down at 8 of 8000 proposals (0.1 %), which were rejected: what the posterior has "
               "there is missing from the results. Choose priors that keep the parameters from extreme values, or "
               "another approximation."});
}

TEST(Warnings, AreNoneForAHealthyRun) { EXPECT_EQ(convergence_warnings(healthy()), Warnings{}); }

TEST(Warnings, OfRhatNameTheWorstParameterAndSayWhatToDo) {
  RunSummary summary = healthy();
  summary.parameters[0].rhat = 1.02;
  summary.parameters[2].rhat = 1.0567;
  EXPECT_EQ(convergence_warnings(summary),
            Warnings{"R-hat is above 1.01 for 2 of 3 parameters (at worst 1.057, for lengthscale[mass]): the chains do "
                     "not agree yet. Take more draws; if it stays, they may sit on different modes: see the traces in "
                     "the report, and "
                     "choose narrower priors."});
  summary.parameters[1].rhat = std::numeric_limits<double>::infinity();
  EXPECT_NE(convergence_warnings(summary).at(0).find("(at worst infinite, for lengthscale[age])"), std::string::npos);
}

TEST(Warnings, OfEffectiveSizeTakeTheSmallerOfBulkAndTailAndSayHowManyDrawsItTakes) {
  RunSummary summary = healthy();
  summary.parameters[1].ess_tail = 130.4;
  EXPECT_EQ(convergence_warnings(summary),
            Warnings{"The effective sample size is below 100 per chain for 1 of 3 parameters (at worst 130 in all, for "
                     "lengthscale[age]): means and intervals are rough. Take about 4 times as many draws."});
  summary.parameters[1].ess_tail = 401;
  EXPECT_EQ(convergence_warnings(summary), Warnings{});
}

TEST(Warnings, OfDiagnosticsThatCannotBeComputedComeOnce) {
  RunSummary summary = healthy();
  summary.parameters[0].rhat.reset();
  summary.parameters[0].ess_bulk.reset();
  summary.parameters[2].ess_tail.reset();
  EXPECT_EQ(convergence_warnings(summary),
            Warnings{"R-hat or an effective sample size cannot be computed for 2 of 3 parameters (variance): there are "
                     "too few draws, or the chains hardly ever moved. Take more draws before using the results."});
}

TEST(Warnings, OfRareAcceptanceNameTheChain) {
  RunSummary summary = healthy();
  summary.movement[2] = {0.012, 200, 0.003, 300};
  EXPECT_EQ(
      convergence_warnings(summary),
      Warnings{
          "Less than 3 % of the proposals were accepted in 1 of 4 chains (at worst 1.2 %, in chain 3). Where "
          "the evidence is estimated by sampling, take more importance samples; else the proposals do not fit this "
          "posterior: fewer parameters are easier, for example without one length-scale per feature."});
}

TEST(Warnings, OfOneChainDoNotCountChains) {
  RunSummary summary = healthy();
  summary.chains = 1;
  summary.movement.assign(1, {0, 1000, 0, 1000});
  ASSERT_EQ(convergence_warnings(summary).size(), 1U);
  EXPECT_NE(convergence_warnings(summary)[0].find("accepted in the only chain (at worst 0.0 %"), std::string::npos);
}

std::string of_stay(const std::optional<LongStay>& stay) {
  RunSummary summary = healthy();
  summary.movement[1] = {0.2, 210, 0.05, 500};
  const Warnings warnings = convergence_warnings(summary, {.longest_stay = stay});
  EXPECT_EQ(warnings.size(), 1U);
  return warnings.at(0);
}

TEST(Warnings, OfStuckStretchesNameTheChainAndItsLength) {
  EXPECT_EQ(
      of_stay({}),
      "There is a long stretch without acceptance in 1 of 4 chains (at worst 210 draws in a row, in chain 2, which "
      "accepted 20.0 % over all): such a stay often begins at an estimate of the evidence that was far too high, "
      "or where proposals seldom lead. Take more draws; where the evidence is estimated by sampling, take more "
      "importance samples too.");
}

TEST(Warnings, OfStuckStretchesNameTheirCause) {
  const std::string noisy = "the log estimate of the evidence that it stayed with is 2.5 above fresh ones";
  const std::string tail = "the emulator is 6.0 nats too low there";
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  EXPECT_TRUE(has(of_stay(LongStay{1, 210, 3, 2.5}), noisy));
  EXPECT_TRUE(has(of_stay(LongStay{1, 210, {}, 2.5}), noisy)) << "a random walk has no emulator";
  EXPECT_TRUE(has(of_stay(LongStay{1, 210, 6, 2.5}), tail)) << "the larger share";
  EXPECT_TRUE(has(of_stay(LongStay{1, 210, 6, {}}), tail)) << "without estimates there is no luck";
  EXPECT_FALSE(has(of_stay(LongStay{1, 210, 6, 0}), "Take more importance samples."));
  for (const LongStay& unknown : {LongStay{1, 210, 0.5, 0.3}, LongStay{1, 210, 1, 0.9}, LongStay{1, 210, -4, -2}}) {
    EXPECT_EQ(of_stay(unknown), of_stay({}));
  }
}

TEST(Warnings, OfNumbersThatAreKeptNameTheChainAndHowLong) {
  RunSummary summary = healthy();
  summary.movement.assign(4, {0.9, 5, 0.22, 60});  // by chance up to 77
  EXPECT_EQ(convergence_warnings(summary), Warnings{});
  summary.movement[3] = {0.9, 5, 0.15, 400};
  EXPECT_EQ(convergence_warnings(summary),
            Warnings{"The estimates were made of the same random numbers for long in 1 of 4 chains (at worst 400 draws "
                     "in a row, in chain 4): estimates with these were far too high, and new ones were refused. Take "
                     "more importance samples."});
  summary.movement[3] = {0.9, 5, 0, 1000};  // never new ones
  EXPECT_EQ(convergence_warnings(summary).size(), 1U);
  summary.movement[3] = {0.9, 210, 0.15, 400};  // told as a stretch without acceptance, once
  EXPECT_EQ(convergence_warnings(summary).size(), 1U);
}

TEST(Warnings, TolerateStretchesThatChanceMakes) {
  // log(1000 * 0.25 / 1e-6) / -log(0.75) = 67.2
  EXPECT_EQ(tolerable_stretch(0.25, 1000), 68U);
  EXPECT_EQ(tolerable_stretch(0.97, 1000), 20U);
  EXPECT_EQ(tolerable_stretch(1, 1000), 20U);
  EXPECT_GT(tolerable_stretch(0, 1000), 1000U);
}

}  // namespace
}  // namespace lehr
