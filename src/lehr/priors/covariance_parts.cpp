#include <lehr/priors/covariance_parts.hpp>

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>

namespace lehr {
namespace {

constexpr double kFarthest = 1e70;  // products of four such numbers are still finite

}  // namespace

Index Covariance::coefficients(std::size_t features) const {
  return (intercept > 0 ? 1 : 0) + (linear > 0 ? static_cast<Index>(features) : 0);
}

Vector Covariance::coefficient_scales(std::size_t features) const {
  Vector scales = Vector::Constant(coefficients(features), std::sqrt(linear));
  if (intercept > 0) scales(0) = std::sqrt(intercept);
  return scales;
}

Matrix term_columns(const Dataset& rows, const Covariance& covariance) {
  const Vector scales = covariance.coefficient_scales(rows.features);
  Matrix columns(static_cast<Index>(rows.rows), scales.size());
  const Index first_slope = covariance.intercept > 0 ? 1 : 0;
  if (covariance.intercept > 0) columns.col(0).setConstant(scales(0));
  for (Index c = first_slope; c < columns.cols(); ++c) {
    const std::span<const double> x = rows.feature(static_cast<std::size_t>(c - first_slope));
    for (std::size_t i = 0; i < rows.rows; ++i) {
      columns(static_cast<Index>(i), c) = scales(c) * std::clamp(x[i], -kFarthest, kFarthest);
    }
  }
  return columns;
}

Vector prior_variances(const Dataset& rows, const Covariance& covariance) {
  Vector variances = Vector::Constant(static_cast<Index>(rows.rows), covariance.parameters.variance);
  if (covariance.coefficients(rows.features) == 0) return variances;
  const Matrix columns = term_columns(rows, covariance);
  for (Index c = 0; c < columns.cols(); ++c) variances.array() += columns.col(c).array().square();
  return variances;
}

}  // namespace lehr
