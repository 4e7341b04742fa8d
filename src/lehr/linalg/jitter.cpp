#include <lehr/linalg/jitter.hpp>

#include <Eigen/Dense>

#include <lehr/linalg/cholesky.hpp>

namespace lehr {

std::optional<double> factorise_with_jitter(const Matrix& k, Matrix& factor, const std::stop_token& stop) {
  factor.resize(k.rows(), k.cols());
  for (const double relative : kJitters) {
    if (stop.stop_requested()) return std::nullopt;
    const double jitter = k.rows() == 0 ? 0 : relative * k(0, 0);
    factor.triangularView<Eigen::Lower>() = k;
    factor.diagonal().array() += jitter;
    if (cholesky_in_place<double>(factor)) return jitter;
  }
  return std::nullopt;
}

}  // namespace lehr
