#include <lehr/api/evidence.hpp>

#include <string>

#include <gtest/gtest.h>

#include <lehr/base/errors.hpp>

namespace lehr {
namespace {

std::string complaint(const EvidenceSettings& settings, const ModelSettings& model = {}) {
  try {
    settings.check(model);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(EvidenceSettings, DefaultsAreFine) { EXPECT_EQ(complaint({}), ""); }

TEST(EvidenceSettings, NumbersOutOfRangeAreNamedWithValueAndRange) {
  EXPECT_EQ(complaint({.ep_sweeps = 0}), "ep_sweeps must be from 1 to 100000, not 0");
  EXPECT_EQ(complaint({.importance_samples = 0}), "importance_samples must be from 1 to 10000000, not 0");
  EXPECT_EQ(complaint({.repeats = -3}), "repeats must be from 1 to 10000000, not -3");
  EXPECT_EQ(complaint({.temperatures = 0}), "temperatures must be from 1 to 1000000, not 0");
}

void expect_parts(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts)
    EXPECT_NE(text.find(part), std::string::npos) << "'" << text << "' lacks " << part;
}

TEST(EvidenceSettings, UnknownNamesAreAnsweredWithTheKnownOnes) {
  expect_parts(complaint({.approximation = "vb"}), {"approximation", "vb", "laplace", "ep", "prior"});
  expect_parts(complaint({.estimator = "smc"}), {"estimator", "smc", "is", "ais", "look-ahead"});
  expect_parts(complaint({.ladder = "rope"}), {"ladder", "rope", "default", "paper"});
}

TEST(EvidenceSettings, CombinationsThatCannotWorkAreRefused) {
  expect_parts(complaint({.approximation = "prior", .estimator = "approximation"}), {"prior", "no evidence"});
  ModelSettings logit;
  logit.likelihood = "logit";
  EXPECT_EQ(complaint({.estimator = "look-ahead"}, logit), "");
  EXPECT_EQ(complaint({.estimator = "ghk"}, logit), "") << "its other name";
  EXPECT_EQ(complaint({}, logit), "");
}

}  // namespace
}  // namespace lehr
