// Ripley's synthetic problem: the exact posterior predicts as well as EP with optimised kernel parameters.

#include <gtest/gtest.h>

#include <sys/wait.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include <lehr/data/encoding.hpp>
#include <lehr/data/table.hpp>
#include <lehr/diagnostics/scores.hpp>
#include <lehr/posterior/predict.hpp>
#include <lehr/posterior/type_two.hpp>
#include <support/memory_store.hpp>
#include <unit/scratch_folder.hpp>

namespace lehr {
namespace {

constexpr int kNotInstalled = 77;
constexpr int kNoSuchCommand = 127;

std::vector<double> exponentials(const std::vector<double>& logs) {
  std::vector<double> values;
  for (const double value : logs) values.push_back(std::exp(value));
  return values;
}

std::vector<double> exact_probabilities(const Dataset& training, const Model& model, const Dataset& rows) {
  FitSettings settings;
  settings.draws = 250;
  test::MemoryStore store(settings.chains);
  run_fit(training, model, settings, store, {.threads = 2});
  const auto visit = [&](const auto& take) {
    for (const auto& chain : store.states) {
      for (const ChainState& state : chain) {
        const Vector& t = state.state;
        take(PosteriorState{exponentials(state.log_theta), {t.data(), t.data() + t.size()}, 1});
      }
    }
  };
  return predict({training, model, visit}, rows, {}, {.threads = 2}).value().probability;
}

struct Difference {
  double mean = 0;
  double error = 0;  // of the mean, from the scatter over the rows
};

/// Of the log losses of two sets of probabilities, row by row.
Difference mean_loss_difference(const std::vector<double>& first, const std::vector<double>& second,
                                const std::vector<double>& labels) {
  const auto loss = [](double probability, double label) {
    return -std::log(label > 0 ? probability : 1 - probability);
  };
  const double count = double(labels.size());
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double difference = loss(first[i], labels[i]) - loss(second[i], labels[i]);
    sum += difference;
    squares += difference * difference;
  }
  const double mean = sum / count;
  return {mean, std::sqrt((squares / count - mean * mean) / (count - 1))};
}

class RipleySynthetic : public testing::TestWithParam<bool> {};

TEST_P(RipleySynthetic, IsPredictedAsWellAsByEpWithOptimisedParameters) {
  const ScratchFolder folder;
  const std::string script = std::string(LEHR_SOURCE_DIR) + "/tests/oracle/ripley_synthetic.R";
  const int status = std::system(("Rscript --vanilla '" + script + "' '" + (folder / "") + "'").c_str());
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == kNotInstalled || WEXITSTATUS(status) == kNoSuchCommand) {
    GTEST_SKIP() << "r-cran-mass is not installed (scripts/install-packages test)";
  }
  ASSERT_EQ(WEXITSTATUS(status), 0);
  const EncodedTable training = encode_training_table(read_table(folder / "train.csv"));
  const AppliedTable rows = apply_encoding(training.encoding, read_table(folder / "test.csv"), Labels::require);
  ASSERT_EQ(training.data.rows, 250);
  ASSERT_EQ(rows.data.rows, 1000);
  const bool ard = GetParam();
  const Model model({.ard = ard}, training.data.feature_names);

  const std::vector<double> exact = exact_probabilities(training.data, model, rows.data);
  const Approximation& ep = approximations::named("ep");
  const TypeTwoMaximum maximum =
      maximise_evidence(training.data, model, ep, {5, std::vector<double>(ard ? 2 : 1, 1.0)});
  EXPECT_TRUE(maximum.converged);
  const std::vector<double> optimised =
      probabilities_at(training.data, model, ep, maximum.parameters, rows.data).value();

  const Scores scores = score_probabilities(exact, rows.data.responses.value);
  const Difference loss = mean_loss_difference(exact, optimised, rows.data.responses.value);
  EXPECT_LE(scores.error, 0.1);
  // Measured with 4 x 1000 draws: with one length-scale 0.2305 against 0.2299, a difference of 0.0006 with a standard
  // error of 0.0006 over the test rows; with one per feature 0.2271 against 0.2273, -0.0001 with 0.0011.
  EXPECT_LE(loss.mean, 2 * loss.error) << "worse than the test rows' own scatter explains";
  EXPECT_LT(loss.error, 0.002) << "the losses differ too wildly for this test to fail";
  RecordProperty("error", std::to_string(scores.error));
  RecordProperty("log_loss", std::to_string(scores.log_loss));
  RecordProperty("log_loss_less_that_of_ep", std::to_string(loss.mean) + " +- " + std::to_string(loss.error));
}

INSTANTIATE_TEST_SUITE_P(LengthScales, RipleySynthetic, testing::Bool(), [](const auto& setting) {
  return std::string(setting.param ? "one_per_feature" : "one_for_all");
});

}  // namespace
}  // namespace lehr
