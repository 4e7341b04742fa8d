#include "support/exact_evidence.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include <Eigen/Dense>

#include <lehr/math/quadrature.hpp>

namespace lehr {

double log_orthant_probability(const Matrix& a, const std::vector<double>& y) {
  double angles = 0;
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < i; ++j) {
      const double sign = y[static_cast<std::size_t>(i)] * y[static_cast<std::size_t>(j)];
      angles += std::asin(sign * a(i, j) / std::sqrt(a(i, i) * a(j, j)));
    }
  }
  constexpr double kPi = std::numbers::pi;
  if (a.rows() == 1) return std::log(0.5);
  if (a.rows() == 2) return std::log(0.25 + angles / (2 * kPi));
  return std::log(0.125 + angles / (4 * kPi));
}

double log_probit_evidence(const LatentCase& latent) {
  return log_orthant_probability(latent.covariance + Matrix::Identity(latent.size(), latent.size()), latent.y);
}

double log_evidence_by_quadrature(const LatentCase& latent, int points) {
  const QuadratureRule rule = gauss_hermite(points);
  const Index n = latent.size();
  const Matrix l = latent.prior_factor.triangularView<Eigen::Lower>();
  std::vector<std::size_t> at(latent.y.size(), 0);
  double sum = 0;
  for (;;) {
    Vector x(n);
    double weight = 1;
    for (Index i = 0; i < n; ++i) {
      x(i) = rule.nodes[at[static_cast<std::size_t>(i)]];
      weight *= rule.weights[at[static_cast<std::size_t>(i)]];
    }
    const Vector f = l * x;
    sum += weight * std::exp(latent.density->total({f.data(), latent.y.size()}));
    std::size_t digit = 0;
    while (digit < at.size() && ++at[digit] == rule.nodes.size()) at[digit++] = 0;
    if (digit == at.size()) return std::log(sum);
  }
}

double log_evidence_of_one_shared_value(const LatentCase& latent, double sigma) {
  const QuadratureRule rule = gauss_legendre(400);
  double sum = 0;
  for (std::size_t k = 0; k < rule.nodes.size(); ++k) {
    const double x = 12 * rule.nodes[k];
    const std::vector<double> f(latent.y.size(), std::sqrt(sigma) * x);
    sum += 12 * rule.weights[k] * std::exp(latent.density->total(f) - 0.5 * x * x);
  }
  return std::log(sum) - 0.5 * std::log(2 * std::numbers::pi);
}

double log_gaussian_evidence(const LatentCase& latent) {
  const Index n = latent.size();
  const Eigen::LLT<Matrix> a(Matrix(latent.covariance + Matrix::Identity(n, n)));
  const Eigen::Map<const Vector> y(latent.y.data(), n);
  const double log_determinant = 2 * Matrix(a.matrixL()).diagonal().array().log().sum();
  return -0.5 * y.dot(a.solve(y)) - 0.5 * log_determinant - 0.5 * double(n) * std::log(2 * std::numbers::pi);
}

}  // namespace lehr
