#include "lehr/math/normal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

namespace lehr {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kSmallestNormal = std::numeric_limits<double>::min();

struct Reference {
  double x;
  LogNormalCdf answer;
};

// Written by tests/oracle/generate_normal_reference.py. Answers below the smallest double are read as zero.
std::vector<Reference> read_reference() {
  std::ifstream file(LEHR_SOURCE_DIR "/tests/oracle/normal_reference.csv");
  std::vector<Reference> rows;
  std::string line;
  std::getline(file, line);  // the header
  while (std::getline(file, line)) {
    const char* rest = line.c_str();
    double fields[5];
    for (double& field : fields) {
      char* end = nullptr;
      field = std::strtod(rest, &end);
      rest = end + (*end == ',');
    }
    rows.push_back({fields[0], {fields[1], fields[2], fields[3], fields[4]}});
  }
  return rows;
}

void expect_relative(double got, double truth, double tolerance, const char* what, double x) {
  EXPECT_LE(std::abs(got - truth), tolerance * std::abs(truth)) << what << " at x = " << x << ": " << got;
}

double log_cdf_in_array(double x) {
  double out = 0;
  log_normal_cdf(std::span<const double>(&x, 1), std::span<double>(&out, 1));
  return out;
}

TEST(NormalReference, HoldsBothTailsUpToOneThousand) {
  const auto rows = read_reference();
  ASSERT_EQ(rows.size(), 447u);
  EXPECT_EQ(rows.front().x, -1000.0);
  EXPECT_EQ(rows.back().x, 1000.0);
}

TEST(LogNormalCdf, AgreesWithTheReferenceToThirteenDigits) {
  for (const auto& [x, answer] : read_reference()) {
    if (-answer.value < kSmallestNormal) continue;
    expect_relative(log_normal_cdf(x), answer.value, 1e-13, "scalar", x);
    expect_relative(log_cdf_in_array(x), answer.value, 1e-13, "array", x);
  }
}

TEST(LogNormalCdf, HasDerivativesThatAgreeWithTheReferenceToThirteenDigits) {
  for (const auto& [x, answer] : read_reference()) {
    if (answer.first < kSmallestNormal) continue;
    const LogNormalCdf got = log_normal_cdf_derivatives(x);
    EXPECT_EQ(got.value, log_normal_cdf(x));
    expect_relative(got.first, answer.first, 1e-13, "first", x);
    expect_relative(got.second, answer.second, 1e-13, "second", x);
    expect_relative(got.third, answer.third, 1e-13, "third", x);
  }
}

TEST(LogNormalCdf, FadesToZeroFarOnTheRight) {
  for (const auto& [x, answer] : read_reference()) {
    if (answer.first >= kSmallestNormal) continue;
    const LogNormalCdf got = log_normal_cdf_derivatives(x);
    EXPECT_LE(std::abs(got.value), kSmallestNormal) << x;
    EXPECT_LE(std::abs(got.first), kSmallestNormal) << x;
    EXPECT_LE(std::abs(got.second), 40 * kSmallestNormal) << x;
    EXPECT_LE(std::abs(got.third), 1600 * kSmallestNormal) << x;
  }
}

TEST(LogNormalCdf, IsTheLogarithmOfOneHalfAtZero) {
  for (double zero : {0.0, -0.0}) {
    const LogNormalCdf at_zero = log_normal_cdf_derivatives(zero);
    EXPECT_DOUBLE_EQ(at_zero.value, -0.69314718055994531);
    EXPECT_DOUBLE_EQ(at_zero.first, 0.79788456080286536);
    EXPECT_DOUBLE_EQ(at_zero.second, -0.63661977236758134);
    EXPECT_NEAR(at_zero.third, 0.21801361414499016, 1e-15);
  }
}

TEST(LogNormalCdf, KeepsItsLimitsBeyondOneThousand) {
  EXPECT_DOUBLE_EQ(log_normal_cdf(-1e9), -5e17);
  EXPECT_DOUBLE_EQ(log_normal_cdf(-1e150), -5e299);
  EXPECT_EQ(log_normal_cdf(-kInfinity), -kInfinity);
  EXPECT_EQ(log_cdf_in_array(-kInfinity), -kInfinity);
  EXPECT_EQ(log_normal_cdf(kInfinity), 0.0);
  EXPECT_EQ(log_cdf_in_array(kInfinity), 0.0);
  EXPECT_EQ(log_normal_cdf(1e308), 0.0);

  const LogNormalCdf far = log_normal_cdf_derivatives(-1e20);
  EXPECT_DOUBLE_EQ(far.first, 1e20);
  EXPECT_DOUBLE_EQ(far.second, -1.0);
  EXPECT_NEAR(far.third / 2e-60, 1.0, 1e-13);

  const LogNormalCdf left = log_normal_cdf_derivatives(-kInfinity);
  EXPECT_EQ(left.first, kInfinity);
  EXPECT_EQ(left.second, -1.0);
  EXPECT_EQ(left.third, 0.0);
  const LogNormalCdf right = log_normal_cdf_derivatives(kInfinity);
  EXPECT_EQ(right.first, 0.0);
  EXPECT_EQ(right.second, 0.0);
  EXPECT_EQ(right.third, 0.0);
}

TEST(LogNormalCdf, IsNeverNanForANumber) {
  for (double size = 1e-320; size < 1e308; size *= 7) {
    for (double x : {size, -size}) {
      const LogNormalCdf got = log_normal_cdf_derivatives(x);
      EXPECT_FALSE(std::isnan(got.value) || std::isnan(got.first) || std::isnan(got.second) || std::isnan(got.third))
          << x;
      EXPECT_FALSE(std::isnan(log_cdf_in_array(x))) << x;
      EXPECT_FALSE(std::isnan(normal_cdf(x))) << x;
    }
  }
}

TEST(LogNormalCdf, PassesOnNanOfEitherSign) {
  for (double x : {kNan, -kNan}) {
    EXPECT_TRUE(std::isnan(log_normal_cdf(x)));
    EXPECT_TRUE(std::isnan(log_cdf_in_array(x)));
    EXPECT_TRUE(std::isnan(normal_cdf(x)));
    const LogNormalCdf got = log_normal_cdf_derivatives(x);
    EXPECT_TRUE(std::isnan(got.value) && std::isnan(got.first) && std::isnan(got.second) && std::isnan(got.third));
  }
}

TEST(LogNormalCdf, GivesTheSameBitsAtEveryPlaceOfAnArray) {
  for (double x : {-3.25, 1.75}) {
    const double alone = log_cdf_in_array(x);
    for (std::size_t size : {0u, 1u, 7u, 8u, 9u, 511u, 512u, 513u, 2000u}) {
      std::vector<double> values(size, x), out(size + 1, 42.0);
      log_normal_cdf(values, std::span(out).first(size));
      for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(out[i], alone) << size << " " << i;
      ASSERT_EQ(out[size], 42.0);
    }
  }
}

TEST(LogNormalCdf, MayWriteOverItsInput) {
  std::vector<double> x;
  for (int i = 0; i < 900; ++i) x.push_back(-20 + 0.04 * i);
  std::vector<double> out(x.size());
  log_normal_cdf(x, out);
  log_normal_cdf(x, x);
  EXPECT_EQ(x, out);
}

TEST(NormalCdf, IsAccurateInBothTails) {
  EXPECT_DOUBLE_EQ(normal_cdf(0.0), 0.5);
  EXPECT_NEAR(normal_cdf(1.0), 0.84134474606854293, 1e-15);
  EXPECT_NEAR(normal_cdf(-1.0) / 0.15865525393145705, 1.0, 1e-14);
  EXPECT_NEAR(normal_cdf(-10.0) / 7.6198530241605261e-24, 1.0, 1e-13);
  EXPECT_NEAR(normal_cdf(-37.0) / 5.7255712225245768e-300, 1.0, 1e-13);
  EXPECT_EQ(normal_cdf(10.0), 1.0);
  EXPECT_EQ(normal_cdf(-kInfinity), 0.0);
  EXPECT_EQ(normal_cdf(kInfinity), 1.0);
}

TEST(NormalQuantileOfLog, KnowsTheUsualQuantiles) {
  EXPECT_NEAR(normal_quantile_of_log(std::log(0.5)), 0.0, 1e-15);
  EXPECT_NEAR(normal_quantile_of_log(std::log(0.975)), 1.9599639845400542, 1e-14);
  EXPECT_NEAR(normal_quantile_of_log(std::log(0.025)), -1.9599639845400542, 1e-14);
  EXPECT_DOUBLE_EQ(normal_quantile_of_log(-500.0), -31.48429977562883);
  EXPECT_DOUBLE_EQ(normal_quantile_of_log(-5e5), -999.99217328238579);
  EXPECT_DOUBLE_EQ(normal_quantile_of_log(-1e-300), 37.047096299361199);
}

TEST(NormalQuantileOfLog, InvertsTheLogarithmOfPhiOnTheLeft) {
  for (double log_p = -5e5; log_p < -0.6931; log_p *= 0.999) {
    const double back = log_normal_cdf(normal_quantile_of_log(log_p));
    ASSERT_LE(std::abs(back - log_p), 1e-13 * -log_p) << "log_p = " << log_p;
  }
}

// Far to the right neighbouring doubles x are further apart than 1e-13 in log(1 - Phi(x)): there a rounding of x is
// allowed.
TEST(NormalQuantileOfLog, InvertsTheLogarithmOfPhiOnTheRight) {
  for (double log_p = -0.6932; log_p < -1e-300; log_p *= 0.99) {
    const double x = normal_quantile_of_log(log_p);
    const double spacing = std::max(0.0, x) * (std::nextafter(x, kInfinity) - x);
    ASSERT_LE(std::abs(log_normal_cdf(x) / log_p - 1), 1e-13 + spacing) << "log_p = " << log_p;
  }
}

TEST(NormalQuantileOfLog, IsMonotoneWhereItsTwoHalvesMeet) {
  const double middle = -0.69314718055994531;
  EXPECT_NEAR(normal_quantile_of_log(middle), 0.0, 1e-15);
  EXPECT_LT(normal_quantile_of_log(middle - 1e-14), 0.0);
  EXPECT_GT(normal_quantile_of_log(middle + 1e-14), 0.0);
}

TEST(NormalQuantileOfLog, HasItsLimits) {
  EXPECT_EQ(normal_quantile_of_log(0.0), kInfinity);
  EXPECT_EQ(normal_quantile_of_log(-0.0), kInfinity);
  EXPECT_EQ(normal_quantile_of_log(1.0), kInfinity);
  EXPECT_EQ(normal_quantile_of_log(-kInfinity), -kInfinity);
  EXPECT_TRUE(std::isnan(normal_quantile_of_log(kNan)));
  EXPECT_DOUBLE_EQ(normal_quantile_of_log(-5e299), -1e150);
  EXPECT_DOUBLE_EQ(normal_quantile_of_log(-5e13), -9999999.9999982963);
}

TEST(NormalQuantilesOfLog, InvertTheLogarithmOfPhiLikeOneAtATime) {
  std::vector<double> log_p = {0.0, -0.0, 1.0, -kInfinity, -5e299, -1e-300, -0.01, -0.69314718055994531};
  for (double value = -5e5; value < -1e-300; value *= 0.999) log_p.push_back(value);
  std::vector<double> x(log_p.size());
  normal_quantiles_of_log(log_p, x);
  for (std::size_t i = 0; i < log_p.size(); ++i) {
    const double one = normal_quantile_of_log(log_p[i]);
    if (!std::isfinite(one)) {
      EXPECT_EQ(x[i], one) << "log_p = " << log_p[i];
      continue;
    }
    // In the accuracy of log Phi, whose slope at x is small on the right and about |x| on the left.
    const double spacing = std::abs(x[i]) * (std::nextafter(std::abs(x[i]), kInfinity) - std::abs(x[i]));
    const double first = log_normal_cdf_derivatives(one).first;
    ASSERT_LE(std::abs(x[i] - one) * first, (1e-13 + 2 * spacing) * -log_p[i] + 1e-15 * first)
        << "log_p = " << log_p[i];
  }
}

TEST(NormalQuantilesOfLog, PassOnNanAndDoNotDependOnThePlace) {
  std::vector<double> log_p;
  for (int i = 0; i < 700; ++i) log_p.push_back(i % 7 == 3 ? kNan : -0.013 * (i % 50 + 1) * (i % 50 + 1));
  std::vector<double> x = log_p;
  normal_quantiles_of_log(x, x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    double alone = log_p[i];
    normal_quantiles_of_log({&alone, 1}, {&alone, 1});
    if (std::isnan(log_p[i])) {
      EXPECT_TRUE(std::isnan(x[i]) && std::isnan(alone));
    } else {
      EXPECT_EQ(x[i], alone) << i;
    }
  }
}

}  // namespace
}  // namespace lehr
