#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lehr/math/normal.hpp>

namespace lehr {

/// The threshold on |z| of a two-sided test with this false-alarm rate.
inline double threshold_for(double false_alarm_rate) { return -normal_quantile_of_log(std::log(false_alarm_rate / 2)); }

/// Many errors in units of their standard error, judged together. Where all is right each is N(0, 1):
///   every |z| is below 4;
///   |sum z| / sqrt(count): finds a small bias of one sign, false-alarm rate 3e-7;
///   sum z^2 against chi-square (Wilson-Hilferty): finds small biases of mixed signs, false-alarm rate 3e-7.
/// Seeds are fixed, so that nothing is rolled from run to run. After a change of the random numbers one |z| in 16,000
/// passes 4 by chance: then look at the z of other seeds before anything else.
class ZScores {
 public:
  void add(double z, std::string what) { scores_.emplace_back(z, std::move(what)); }

  void expect_standard_normal() const {
    ASSERT_FALSE(scores_.empty());
    constexpr double kRate = 1e-6 / 3;
    const auto count = static_cast<double>(scores_.size());
    double sum = 0;
    double squares = 0;
    double largest = 0;
    for (const auto& [z, what] : scores_) {
      EXPECT_LT(std::abs(z), 4) << what;
      largest = std::max(largest, std::abs(z));
      sum += z;
      squares += z * z;
    }
    testing::Test::RecordProperty("largest_z", std::to_string(largest));
    testing::Test::RecordProperty("pooled_z", std::to_string(sum / std::sqrt(count)));
    EXPECT_LT(std::abs(sum) / std::sqrt(count), threshold_for(kRate)) << "a bias of one sign";
    const double spread = 2 / (9 * count);
    const double cube_root = (std::cbrt(squares / count) - (1 - spread)) / std::sqrt(spread);
    EXPECT_LT(cube_root, threshold_for(2 * kRate)) << "chi-square " << squares << " of " << count << " scores";
  }

  std::size_t size() const { return scores_.size(); }

 private:
  std::vector<std::pair<double, std::string>> scores_;
};

struct MeanAndError {
  double mean;
  double error;  // standard error of the mean
};

inline MeanAndError mean_and_error(std::span<const double> values) {
  const auto count = static_cast<double>(values.size());
  double mean = 0;
  for (const double value : values) mean += value / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, std::sqrt(squares / (count - 1) / count)};
}

/// (mean of the values - truth) in standard errors. `rounding` is the error allowed where the values hardly vary.
inline double z_score(std::span<const double> values, double truth, double rounding = 1e-10) {
  const auto [mean, error] = mean_and_error(values);
  return (mean - truth) / std::hypot(error, rounding);
}

/// (mean of exp(log_weights) / exp(log_truth) - 1) in standard errors.
inline double z_score_of_weights(std::span<const double> log_weights, double log_truth,
                                 double relative_error_of_truth = 0) {
  std::vector<double> ratios;
  ratios.reserve(log_weights.size());
  for (const double w : log_weights) ratios.push_back(std::exp(w - log_truth));
  return z_score(ratios, 1, std::hypot(1e-9, relative_error_of_truth));
}

}  // namespace lehr
