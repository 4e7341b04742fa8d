// What every kernel must hold, whatever its formula.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include <lehr/kernels/kernel.hpp>
#include <lehr/priors/covariance.hpp>

#include "support/central_difference.hpp"
#include "support/component_name.hpp"
#include "support/example_data.hpp"

namespace lehr {
namespace {

using testing_support::central_difference;
using testing_support::ComponentName;
using testing_support::every;

constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();

class KernelContract : public testing::TestWithParam<const Kernel*> {
 protected:
  static double correlation(double r2) {
    GetParam()->correlation({&r2, 1});
    return r2;
  }
  static double slope(double r2) {
    GetParam()->slope({&r2, 1});
    return r2;
  }
  /// Squared distances evenly spaced in the logarithm.
  static std::vector<double> log_grid(double first, double last, int count) {
    std::vector<double> grid;
    for (int i = 0; i < count; ++i) grid.push_back(first * std::pow(last / first, double(i) / (count - 1)));
    return grid;
  }
};

TEST_P(KernelContract, CorrelationIsOneAtDistanceZero) { EXPECT_EQ(correlation(0), 1.0); }

TEST_P(KernelContract, CorrelationStaysBetweenZeroAndOneAndNeverIncreases) {
  double last = 1;
  for (const double r2 : log_grid(1e-12, 1e4, 2001)) {
    const double rho = correlation(r2);
    EXPECT_GE(rho, 0) << r2;
    EXPECT_LE(rho, 1 + kRounding) << r2;
    EXPECT_LE(rho, last + kRounding) << r2;
    last = rho;
  }
  EXPECT_LT(correlation(1), 0.999);
  EXPECT_LT(correlation(1e12), 1e-3);  // rows far apart know little of each other, whatever the tail
}

TEST_P(KernelContract, CorrelationAndSlopeAreFiniteAtTheSmallestAndLargestDistances) {
  for (const double r2 : {0.0, 5e-324, 1e-300, 1e-20, 745.0, 1500.0, 1e6, 1e100, 1e300, 2.4e302}) {
    EXPECT_TRUE(std::isfinite(correlation(r2))) << r2;
    EXPECT_TRUE(std::isfinite(slope(r2))) << r2;
    EXPECT_LE(slope(r2), 0) << r2;
  }
  EXPECT_EQ(correlation(1e300), 0.0);
  EXPECT_EQ(slope(1e300), 0.0);
}

TEST_P(KernelContract, SlopeIsTheDerivativeInTheSquaredDistance) {
  for (const double r2 : log_grid(1e-6, 400, 200)) {
    const double h = 0.01 * std::min(r2, 1.0);
    const double expected = central_difference(correlation, r2, h);
    EXPECT_NEAR(slope(r2), expected, 1e-7 * std::abs(expected) + 2 * kRounding * correlation(r2) / h) << r2;
  }
}

TEST_P(KernelContract, SlopeTimesSquaredDistanceVanishesAtZero) {
  EXPECT_TRUE(std::isfinite(slope(0)));
  EXPECT_NEAR(slope(1e-20) * 1e-20, 0, 1e-9);
}

TEST_P(KernelContract, AnArrayOfAnyLengthGivesWhatItsElementsGive) {
  for (const std::size_t length : {1u, 2u, 3u, 7u, 8u, 9u, 31u, 255u, 256u, 257u, 1000u}) {
    std::vector<double> distances(length);
    for (std::size_t i = 0; i < length; ++i) distances[i] = 0.03 * double(i) + (i % 5 == 0 ? 0.0 : 0.11);
    std::vector<double> rho = distances;
    std::vector<double> derivative = distances;
    GetParam()->correlation(rho);
    GetParam()->slope(derivative);
    for (std::size_t i = 0; i < length; ++i) {
      EXPECT_NEAR(rho[i], correlation(distances[i]), kRounding) << length << " " << i;
      EXPECT_NEAR(derivative[i], slope(distances[i]), kRounding * (1 + std::abs(derivative[i]))) << length << " " << i;
    }
  }
}

TEST_P(KernelContract, AnEmptyArrayIsLeftAlone) {
  GetParam()->correlation({});
  GetParam()->slope({});
}

TEST_P(KernelContract, GramMatricesArePositiveSemidefinite) {
  constexpr double kVariance = 7;
  for (const std::size_t features : {1u, 2u, 9u}) {
    for (const double lengthscale : {0.1, 1.0, 10.0}) {
      Matrix k;
      fill_covariance(testing_support::wavy_data(60, features), {*GetParam(), {kVariance, {lengthscale}}}, k);
      const Eigen::SelfAdjointEigenSolver<Matrix> solver(k, Eigen::EigenvaluesOnly);
      EXPECT_GE(solver.eigenvalues().minCoeff(), -1e-10 * kVariance) << features << " features, " << lengthscale;
      EXPECT_NEAR(solver.eigenvalues().sum(), 60 * kVariance, 1e-9);
    }
  }
}

TEST_P(KernelContract, HasANameAFormulaAndIsFoundByItsName) {
  EXPECT_FALSE(GetParam()->name().empty());
  EXPECT_FALSE(GetParam()->formula().empty());
  EXPECT_EQ(&kernels::named(GetParam()->name()), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Every, KernelContract, every(kernels::all()), ComponentName());

}  // namespace
}  // namespace lehr
