#include <lehr/run/run_info_json.hpp>

#include <bit>
#include <cstdint>

#include <gtest/gtest.h>

#include <unit/example_run.hpp>
#include <unit/input_error.hpp>

namespace lehr {
namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// The message for the example's JSON with one place changed.
std::string refusal(const std::string& from, const std::string& to) {
  const std::string text = replaced(run_info_to_json(example_run(false)), from, to);
  return input_error([&] { run_info_from_json(text, "'run.nc'"); });
}

std::vector<std::uint64_t> bits(const std::vector<double>& values) {
  std::vector<std::uint64_t> all;
  for (const double value : values) all.push_back(std::bit_cast<std::uint64_t>(value));
  return all;
}

TEST(RunInfoJson, ReadsBackWhatItWrote) {
  for (const bool ard : {false, true}) {
    const RunInfo info = example_run(ard);
    const RunInfo back = run_info_from_json(run_info_to_json(info), "run");
    EXPECT_EQ(back.source, info.source);
    EXPECT_EQ(back.model.lengthscale_prior->rate, 1.0 / 3);
    EXPECT_EQ(back.fit.evidence.seed, 18446744073709551615U);
    EXPECT_EQ(back.encoding.features[1].category, info.encoding.features[1].category);
    EXPECT_EQ(back.encoding.features[0].scale, 1e-300);
    EXPECT_EQ(bits(back.data.inputs), bits(info.data.inputs));
    EXPECT_EQ(back.parameter_names, info.parameter_names);
    EXPECT_EQ(run_info_to_json(back), run_info_to_json(info)) << "this compares every field";
  }
}

TEST(RunInfoJson, SettingsKeepTheTextOfFormat3) {
  EXPECT_NE(run_info_to_json(example_run(false))
                .find(R"("model":{"kernel":"matern32","ard":false,"likelihood":"probit",)"
                      R"("variance_prior":{"shape":1.3,"rate":0.1},)"
                      R"("lengthscale_prior":{"shape":2.0,"rate":0.3333333333333333},)"
                      R"("intercept":12.5,"linear":0.3333333333333333},)"
                      R"("fit":{"evidence":{"approximation":"laplace","ep_sweeps":3,"ep_converged":false,)"
                      R"("estimator":"ais","importance_samples":7,"repeats":2,"temperatures":9,"ladder":"paper",)"
                      R"("seed":18446744073709551615},"sampler":"metropolis","tune_on":"laplace","chains":2,)"
                      R"("warmup":31,"goal":null,"draws":5,"thin":3,"keep_latents":true,)"
                      R"("model_evidence":false},)"),
            std::string::npos);
}

TEST(RunInfoJson, OfFormat1HasItsDrawsAndNoGoal) {
  std::string text = run_info_to_json(example_run(false));
  const auto replace = [&](const std::string& old, const std::string& by) {
    ASSERT_NE(text.find(old), std::string::npos) << old;
    text.replace(text.find(old), old.size(), by);
  };
  replace("\"format\":3", "\"format\":1");
  replace("\"goal\":null,", "");
  replace(",\"intercept\":12.5,\"linear\":0.3333333333333333", "");
  replace(",\"model_evidence\":false", "");
  const RunInfo back = run_info_from_json(text, "run");
  EXPECT_EQ(back.fit.most_draws(), 5U);
  EXPECT_EQ(back.fit.used_goal(), std::nullopt);
  EXPECT_EQ(back.model.intercept, 0);
  EXPECT_EQ(back.model.linear, 0);
}

TEST(RunInfoJson, OfAnOutcomeReadsBackWhatItWrote) {
  RunOutcome outcome{.sampler = "metropolis",
                     .fallback_reason = "there are \"many\"",
                     .seconds = 1.0 / 3,
                     .estimate_noise = 0.1,
                     .goal_reached = true,
                     .warmup_evaluations = 46,
                     .longest_stay = LongStay{.chain = 2, .draws = 97, .luck = 1.5}};
  EXPECT_FALSE(run_outcome_from_json(run_outcome_to_json(outcome), "run").model_evidence.has_value());
  outcome.model_evidence = ModelEvidence{-38.0 - 1.0 / 3, 0.03, 96, 87.5};
  const std::string text = run_outcome_to_json(outcome);
  const RunOutcome back = run_outcome_from_json(text, "run");
  EXPECT_EQ(back.model_evidence->log_value, outcome.model_evidence->log_value);
  EXPECT_EQ(back.model_evidence->estimates, 96U);
  EXPECT_EQ(back.fallback_reason, outcome.fallback_reason);
  EXPECT_EQ(back.warmup_evaluations, 46U);
  EXPECT_EQ(back.longest_stay->draws, 97U);
  EXPECT_EQ(back.longest_stay->gap, std::nullopt);
  EXPECT_EQ(input_error([&] { run_outcome_from_json(replaced(text, R"("luck":1.5)", R"("luck":"")"), "'run.nc'"); }),
            "'run.nc' is damaged: 'longest_stay' must have a chain and its draws");
  EXPECT_EQ(run_outcome_to_json(back), text) << "this compares every field";
  EXPECT_EQ(input_error([&] { run_outcome_from_json(replaced(text, ":46", ":-46"), "'run.nc'"); }),
            "'run.nc' is damaged: 'warmup_evaluations' must be a count");
  EXPECT_EQ(input_error([&] { run_outcome_from_json(replaced(text, R"("there are \"many\"")", "3"), "'run.nc'"); }),
            "'run.nc' is damaged: 'fallback_reason' must be a text");
  for (const auto& change : {std::pair{"\"estimates\":96", "\"estimates\":-1"},
                             {"\"error\":0.03", "\"error\":-0.03"},
                             {"\"error\":0.03", "\"errors\":0.03"},
                             {"\"effective\":87.5", "\"effective\":null"}}) {
    EXPECT_EQ(input_error([&] { run_outcome_from_json(replaced(text, change.first, change.second), "'run.nc'"); }),
              "'run.nc' is damaged: 'model_evidence' must have its four numbers");
  }
}

TEST(RunInfoJson, KeepsEmptyOptionsEmpty) {
  RunInfo info = example_run(false);
  info.model.lengthscale_prior.reset();
  info.fit.evidence = {};
  const RunInfo back = run_info_from_json(run_info_to_json(info), "run");
  EXPECT_FALSE(back.model.lengthscale_prior.has_value());
  EXPECT_FALSE(back.fit.evidence.ep_sweeps.has_value());
  EXPECT_FALSE(back.fit.evidence.estimator.has_value());
  EXPECT_FALSE(back.fit.evidence.temperatures.has_value());
}

TEST(RunInfoJson, CanLeaveTheNumbersOfTheDataOut) {
  const RunInfo back = run_info_from_json(run_info_to_json(example_run(true), DataNumbers::elsewhere), "run");
  EXPECT_EQ(back.data.rows, 3);
  EXPECT_EQ(back.data.features, 2);
  EXPECT_EQ(back.data.feature_names[0], "age, years");
  EXPECT_TRUE(back.data.inputs.empty());
  EXPECT_TRUE(back.data.responses.value.empty());
}

TEST(RunInfoJson, WritesANameThatIsNotUtf8) {
  RunInfo info = example_run(false);
  info.source = "gl\xe4ser.csv";
  EXPECT_EQ(run_info_from_json(run_info_to_json(info), "run").source, "gl\ufffdser.csv");
}

TEST(RunInfoJson, NamesWhatIsMissingWrongOrUnknown) {
  EXPECT_EQ(refusal("\"seed\":", "\"sead\":"), "'run.nc': 'fit.evidence.seed' is missing");
  EXPECT_EQ(refusal("\"repeats\":2", "\"repeats\":2,\"more\":1"), "'run.nc': 'fit.evidence.more' is not known");
  EXPECT_EQ(refusal("\"ard\":false", "\"ard\":0"), "'run.nc': 'model.ard' must be true or false");
  EXPECT_EQ(refusal("\"chains\":2", "\"chains\":-2"),
            "'run.nc': 'fit.chains' must be a whole number from 0 to 18446744073709551615");
  EXPECT_EQ(refusal("\"chains\":2", "\"chains\":2.5"),
            "'run.nc': 'fit.chains' must be a whole number from 0 to 18446744073709551615");
  EXPECT_EQ(refusal("\"repeats\":2", "\"repeats\":3000000000"),
            "'run.nc': 'fit.evidence.repeats' must be a whole number from 0 to 2147483647");
  EXPECT_EQ(refusal("\"shape\":1.3", "\"shape\":null"),
            "'run.nc': 'model.variance_prior.shape' must be a finite number");
  EXPECT_EQ(refusal("\"kernel\":\"matern32\"", "\"kernel\":[]"), "'run.nc': 'model.kernel' must be text");
  EXPECT_EQ(refusal("\"rows\":3", "\"rows\":4"), "'run.nc': 'data.labels' must have one number per row");
  EXPECT_EQ(refusal("\"labels\":[1.0", "\"labels\":[0.0"), "'run.nc': 'data.labels' must be -1 or 1");
  EXPECT_EQ(refusal("1e-300", "0"), "'run.nc': 'encoding.features.scale' must be positive");
  EXPECT_EQ(refusal("[\"variance\",", "["),
            "'run.nc': 'parameter_names' must be those of its model's parameters, in their order");
  EXPECT_EQ(refusal("[\"variance\",\"lengthscale\"", "[\"lengthscale\",\"variance\""),
            "'run.nc': 'parameter_names' must be those of its model's parameters, in their order");
  EXPECT_EQ(refusal("\"format\":3", "\"format\":4"),
            "'run.nc': its description of the run has format 4, but this program reads format 3: use the version that "
            "wrote it");
}

TEST(RunInfoJson, RefusesSettingsThatTheProgramWouldRefuse) {
  EXPECT_NE(refusal("matern32", "matern33").find("impossible setting"), std::string::npos);
  EXPECT_NE(refusal("\"shape\":1.3", "\"shape\":-1").find("impossible setting"), std::string::npos);
  EXPECT_NE(refusal("\"importance_samples\":7", "\"importance_samples\":0").find("impossible setting"),
            std::string::npos);
  EXPECT_NE(refusal("\"draws\":5", "\"draws\":0").find("impossible setting"), std::string::npos);
  EXPECT_NE(refusal("\"sampler\":\"metropolis\"", "\"sampler\":\"metro\"").find("impossible setting"),
            std::string::npos);
}

TEST(RunInfoJson, RefusesImpossibleTerms) {
  EXPECT_EQ(refusal("\"intercept\":12.5", "\"intercept\":\"12.5\""),
            "'run.nc': 'model.intercept' must be a finite number");
  EXPECT_NE(refusal("\"intercept\":12.5", "\"intercept\":-1").find("intercept must be a number from 0 to"),
            std::string::npos);
  EXPECT_NE(refusal("\"intercept\":12.5", "\"intercept\":1e300").find("impossible setting"), std::string::npos);
}

RunOutcome outcome_with_coefficients() {
  return {.sampler = "emulator",
          .seconds = 3,
          .estimate_noise = 0.25,
          .goal_reached = {},
          .coefficients = {{"intercept", -1.0 / 3, 0.5, -1.25, -0.3, 0.7}, {"slope[r\u00f6d]", 2, 1, 0.5, 2, 4}}};
}

TEST(RunOutcomeJson, KeepsCoefficients) {
  const RunOutcome back = run_outcome_from_json(run_outcome_to_json(outcome_with_coefficients()), "run");
  ASSERT_EQ(back.coefficients.size(), 2U);
  EXPECT_EQ(back.coefficients[0].name, "intercept");
  EXPECT_EQ(back.coefficients[0].mean, -1.0 / 3);
  EXPECT_EQ(back.coefficients[0].q95, 0.7);
  EXPECT_EQ(back.coefficients[1].name, "slope[r\u00f6d]");
  EXPECT_EQ(back.coefficients[1].sd, 1);
  EXPECT_TRUE(run_outcome_from_json(run_outcome_to_json({}), "run").coefficients.empty());
}

TEST(RunOutcomeJson, RefusesDamagedCoefficients) {
  const std::string text = run_outcome_to_json(outcome_with_coefficients());
  for (const auto& [old, by] : {std::pair("\"name\":\"intercept\"", "\"name\":7"),
                                {"\"q5\":-1.25", "\"q5\":null"},
                                {"\"sd\":0.5,", ""},
                                {"\"coefficients\":[", "\"coefficients\":[1,"}}) {
    std::string damaged = text;
    ASSERT_NE(damaged.find(old), std::string::npos) << old;
    damaged.replace(damaged.find(old), std::string(old).size(), by);
    EXPECT_THROW(run_outcome_from_json(damaged, "run"), InputError) << by;
  }
}

TEST(RunInfoJson, RefusesEveryTextThatWasCutOff) {
  const std::string text = run_info_to_json(example_run(false));
  for (std::size_t length = 0; length < text.size(); ++length) {
    ASSERT_THROW(run_info_from_json(text.substr(0, length), "run"), InputError) << length;
  }
  EXPECT_THROW(run_info_from_json(std::string(1000000, '['), "run"), InputError);
  EXPECT_THROW(run_info_from_json("[1]", "run"), InputError);
}

}  // namespace
}  // namespace lehr
