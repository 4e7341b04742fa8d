#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/diagnostics/diagnostics.hpp>
#include <lehr/diagnostics/moments.hpp>
#include <lehr/diagnostics/quantiles.hpp>

#include "oracle/outside_program.hpp"
#include "oracle/reference_table.hpp"

// Our diagnostics against R's package posterior (1.4.0 in Debian 12), on the draws of posterior_draws.csv and on fresh
// ones.
namespace lehr {
namespace {

constexpr double kTolerance = 1e-8;  // rounding; the worst case lies 1e8 standard deviations from zero
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Draws {
  std::vector<double> values;
  std::size_t draws = 0;
};

using Cases = std::map<std::string, Draws>;

Cases read_cases(const std::string& text) {
  Cases cases;
  for (const std::vector<std::string>& row : rows_of(text)) {
    Draws& draws = cases[row.at(0)];
    const std::vector<std::string> fields = split(row.at(2), ' ');
    draws.draws = fields.size();
    for (const std::string& field : fields) draws.values.push_back(number_of(field));
  }
  return cases;
}

std::vector<double> our_values(const Draws& draws) {
  const DrawsView view{draws.values, draws.draws};
  return {sample_mean(view.values),      std::sqrt(sample_variance(view.values)),
          quantile(view.values, 0.05),   quantile(view.values, 0.5),
          quantile(view.values, 0.95),   rhat(view).value_or(kNan),
          ess_bulk(view).value_or(kNan), ess_tail(view).value_or(kNan),
          ess_mean(view).value_or(kNan), mcse_mean(view).value_or(kNan)};
}

/// The number of cases that were compared.
std::size_t compare(const Cases& cases, const std::string& reference) {
  const std::vector<std::string> names = {"mean", "sd",       "q5",       "q50",      "q95",
                                          "rhat", "ess_bulk", "ess_tail", "ess_mean", "mcse_mean"};
  const std::vector<std::vector<std::string>> rows = rows_of(reference);
  double largest = 0;  // relative difference
  for (const std::vector<std::string>& row : rows) {
    const std::vector<double> ours = our_values(cases.at(row.at(0)));
    for (std::size_t i = 0; i < names.size(); ++i) {
      const double theirs = number_of(row.at(i + 1));
      // Chains that stand still have no variance; R finds 1e-32 instead of 0, and we an infinite R-hat.
      if (names[i] == "rhat" && theirs > 1e12) {
        EXPECT_EQ(ours[i], std::numeric_limits<double>::infinity()) << row[0];
        continue;
      }
      EXPECT_TRUE(agrees(ours[i], theirs, kTolerance))
          << names[i] << " of " << row[0] << ": " << ours[i] << ", R has " << theirs;
      if (std::isfinite(theirs)) {
        largest = std::max(largest, std::abs(ours[i] - theirs) / std::max(1.0, std::abs(theirs)));
      }
    }
  }
  std::printf("%zu cases, largest relative difference %.1e\n", rows.size(), largest);
  return rows.size();
}

std::optional<std::string> run_posterior(const std::string& draws_path) {
  return output_of("Rscript '" LEHR_SOURCE_DIR "/tests/oracle/generate_posterior_reference.R' '" + draws_path + "'");
}

// Autoregressive chains of all shapes; a third of them rounded to few values, a third with heavy tails.
std::string fresh_cases(std::size_t count) {
  std::mt19937_64 random(7);  // NOLINT: the same draws in every run
  std::normal_distribution<double> normal;
  std::string text = "case,chain,draws\n";
  for (std::size_t index = 0; index < count; ++index) {
    const std::size_t chains = 1 + random() % 5;
    const std::size_t draws = 4 + random() % (index % 10 == 0 ? 2000 : 150);
    const double rho = -0.5 + 1.49 * static_cast<double>(random() % 1000) / 1000;
    const double step = std::sqrt(1 - rho * rho);
    for (std::size_t chain = 1; chain <= chains; ++chain) {
      text += "case" + std::to_string(index) + "," + std::to_string(chain) + ",";
      double state = normal(random);
      for (std::size_t draw = 0; draw < draws; ++draw) {
        state = rho * state + step * normal(random);
        const double value = index % 3 == 0   ? state
                             : index % 3 == 1 ? std::round(2 * state)
                                              : state * std::exp(state * state);
        char buffer[40];
        std::snprintf(buffer, sizeof buffer, "%a", value);  // hexadecimal: both programs read the same bits
        text += (draw == 0 ? "" : " ") + std::string(buffer);
      }
      text += "\n";
    }
  }
  return text;
}

TEST(PosteriorOracle, DiagnosticsEqualTheKeptValuesOfPosterior) {
  EXPECT_EQ(
      compare(read_cases(text_of_oracle_file("posterior_draws.csv")), text_of_oracle_file("posterior_reference.csv")),
      43U);
}

TEST(PosteriorOracle, TheKeptValuesAreWhatPosteriorSaysToday) {
  const std::optional<std::string> live = run_posterior(LEHR_SOURCE_DIR "/tests/oracle/posterior_draws.csv");
  if (!live) GTEST_SKIP() << "Rscript with the package posterior (Debian: r-cran-posterior) is not here";
  EXPECT_EQ(compare(read_cases(text_of_oracle_file("posterior_draws.csv")), *live), 43U);
}

TEST(PosteriorOracle, DiagnosticsEqualPosteriorOnFreshChainsOfAllShapes) {
  const std::string path = testing::TempDir() + "lehr_fresh_draws.csv";
  const std::string text = fresh_cases(300);
  std::ofstream(path) << text;
  const std::optional<std::string> live = run_posterior(path);
  std::remove(path.c_str());
  if (!live) GTEST_SKIP() << "Rscript with the package posterior (Debian: r-cran-posterior) is not here";
  EXPECT_EQ(compare(read_cases(text), *live), 300U);
}

}  // namespace
}  // namespace lehr
