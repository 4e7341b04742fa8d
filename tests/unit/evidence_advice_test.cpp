// What an evidence says of itself beside its number: advice where the weights differ too much, and sweeps.

#include <lehr/api/evidence.hpp>

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "support/example_data.hpp"

namespace lehr {
namespace {

const Dataset kData = testing_support::wavy_data(40, 2);

std::string first_warning(const ModelSettings& model, EvidenceSettings settings) {
  settings.importance_samples = 20;
  const EvidenceReport report = evidence(kData, model, {60, {0.4}}, settings);
  return report.warnings.empty() ? "" : report.warnings.front();
}

TEST(EvidenceAdvice, NamesWhatIsBestForTheLikelihood) {
  for (const auto& [likelihood, best] : {std::pair("probit", "(look-ahead)"), std::pair("logit", "(ais)")}) {
    const std::string warning =
        first_warning({.likelihood = likelihood}, {.approximation = "prior", .estimator = "is"});
    EXPECT_NE(warning.find("a better approximation (ep)"), std::string::npos) << likelihood << ": " << warning;
    EXPECT_NE(warning.find(std::string("a better estimator ") + best), std::string::npos)
        << likelihood << ": " << warning;
  }
}

TEST(EvidenceAdvice, SpeaksOfSweepsWhereThereCouldBeMore) {
  const std::string of_ep = first_warning({}, {.approximation = "ep", .ep_sweeps = 1, .estimator = "is"});
  EXPECT_NE(of_ep.find("more sweeps of ep"), std::string::npos) << of_ep;
  EXPECT_EQ(of_ep.find("a better approximation"), std::string::npos) << of_ep;
  const std::string of_prior = first_warning({}, {.approximation = "prior", .ep_sweeps = 1, .estimator = "is"});
  EXPECT_EQ(of_prior.find("sweeps"), std::string::npos) << of_prior;
}

TEST(EvidenceReport, TellsSweepsOfAnApproximationThatSweeps) {
  for (const auto& [approximation, sweeps] : {std::pair("ep", true), {"laplace", false}, {"prior", false}}) {
    const EvidenceSettings settings{.approximation = approximation, .ep_sweeps = 2, .estimator = "ais"};
    const EvidenceReport report = evidence(kData, {}, {2, {1}}, settings);
    EXPECT_EQ(has_sweeps(settings), sweeps) << approximation;
    EXPECT_EQ(report.sweeps.has_value(), sweeps) << approximation;
    if (sweeps) {
      EXPECT_EQ(report.sweeps, 2);
    }
  }
}

}  // namespace
}  // namespace lehr
