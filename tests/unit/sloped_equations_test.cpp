#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include <lehr/model/coordinates.hpp>
#include <lehr/random/distributions.hpp>
#include <lehr/samplers/sloped_equations.hpp>
#include <lehr/samplers/sloped_regression.hpp>

namespace lehr {
namespace {

constexpr double kLengthscale = 1.7;
constexpr double kPenalty = 0.01;

/// Anything: every third point without a slope, no two of one weight.
SlopedValues some_values(Index count, Index p) {
  SlopedValues known{Matrix(count, p), Vector(count), Matrix(count, p), Vector(count)};
  Stream stream({4, Purpose::tuning});
  for (Index i = 0; i < count; ++i) {
    for (Index j = 0; j < p; ++j) known.points(i, j) = draw_normal(stream);
    for (Index j = 0; j < p; ++j) known.slopes(i, j) = draw_normal(stream);
    if (i % 3 == 0) known.slopes.row(i).setConstant(std::numeric_limits<double>::quiet_NaN());
    known.values(i) = draw_normal(stream);
    known.weights(i) = 0.4 + 0.6 * draw_uniform(stream);
  }
  return known;
}

/// What the unknowns are multiplied by in the value at v.
Vector basis(const Matrix& centres, const Matrix& directions, const Vector& v) {
  const auto knots = static_cast<Index>(SlopedEquations::kKnots.size());
  const Index q = quadratic_term_count(v.size());
  Vector row(q + knots * directions.rows() + centres.rows());
  row.head(q) = quadratic_terms(v);
  for (Index k = 0; k < knots * directions.rows(); ++k) {
    const double distance =
        directions.row(k / knots).dot(v) - SlopedEquations::kKnots[static_cast<std::size_t>(k % knots)];
    row(q + k) = std::exp(-0.5 * distance * distance / (SlopedEquations::kKnotWidth * SlopedEquations::kKnotWidth));
  }
  for (Index c = 0; c < centres.rows(); ++c) {
    const double square = (centres.row(c).transpose() - v).squaredNorm();
    row(row.size() - centres.rows() + c) = std::exp(-0.5 * square / (kLengthscale * kLengthscale));
  }
  return row;
}

/// Half the gradient of the penalised sum of squares, row by row, slopes by differences.
Vector gradient_at(const SlopedValues& known, const Matrix& centres, const Vector& found) {
  constexpr double kStep = 1e-5;
  const Index p = known.points.cols();
  const Index q = quadratic_term_count(p);
  Vector gradient = Vector::Zero(found.size());
  for (Index i = 0; i < known.points.rows(); ++i) {
    const Vector v = known.points.row(i).transpose();
    const double weight = known.weights(i) * known.weights(i);
    const Vector row = basis(centres, known.directions, v);
    gradient += weight * (row.dot(found) - known.values(i)) * row;
    for (Index j = 0; j < p && known.has_slope(i); ++j) {
      const Vector aside = kStep * Vector::Unit(p, j);
      const Vector along =
          (basis(centres, known.directions, v + aside) - basis(centres, known.directions, v - aside)) / (2 * kStep);
      gradient += weight * (along.dot(found) - known.slopes(i, j)) * along;
    }
  }
  gradient.head(q) += 1e-6 * static_cast<double>(known.points.rows()) * found.head(q);
  const auto knots = static_cast<Index>(SlopedEquations::kKnots.size());
  for (Index k = 0; k < knots * known.directions.rows(); ++k) {
    gradient(q + k) += kPenalty * 1e-3 * found(q + k);
    for (Index l = k - k % knots; l < k - k % knots + knots; ++l) {
      const double apart = static_cast<double>(k - l) / SlopedEquations::kKnotWidth;
      gradient(q + k) += kPenalty * std::exp(-0.5 * apart * apart) * found(q + l);
    }
  }
  const Index before = found.size() - centres.rows();
  for (Index c = 0; c < centres.rows(); ++c) {
    const Vector kernel = basis(centres, known.directions, centres.row(c).transpose()).tail(centres.rows());
    gradient(before + c) += kPenalty * (kernel.dot(found.tail(centres.rows())) + 1e-3 * found(before + c));
  }
  return gradient;
}

TEST(SlopedEquations, AreSolvedWhereThePenalisedSumOfSquaresIsLeast) {
  for (const Index p : {Index{1}, Index{3}}) {
    SlopedValues known = some_values(25, p);
    if (p == 3) known.directions = Eigen::Matrix3d{{1, 0, 0}, {0.6, 0.8, 0}, {0, 0, -1}};
    SlopedEquations equations(known);
    equations.set_lengthscale(kLengthscale);
    const std::optional<Vector> found = equations.solve(kPenalty);
    ASSERT_TRUE(found);
    EXPECT_LT(gradient_at(known, equations.centres(), *found).cwiseAbs().maxCoeff(), 1e-6) << p;
    EXPECT_GT(gradient_at(known, equations.centres(), 1.001 * *found).cwiseAbs().maxCoeff(), 1e-4) << p;
  }
}

TEST(SlopedEquations, HaveNoMoreThanSixHundredCentres) {
  EXPECT_EQ(SlopedEquations(some_values(599, 2)).centres().rows(), 599);
  EXPECT_EQ(SlopedEquations(some_values(1201, 2)).centres().rows(), 600);
}

TEST(SlopedRegression, ChoosesNoSmoothnessAfterAStopRequest) {
  std::stop_source source;
  source.request_stop();
  EXPECT_FALSE(SlopedRegression::choose(some_values(40, 2), source.get_token()));
  EXPECT_TRUE(SlopedRegression::choose(some_values(40, 2)));
}

}  // namespace
}  // namespace lehr
