#include <lehr/linalg/jitter.hpp>

#include <Eigen/Dense>

#include <lehr/linalg/cholesky.hpp>

namespace lehr {

std::optional<double> factorise_with_jitter(Matrix& k) {
  if (k.rows() == 0) return 0.0;
  const Matrix original = k.triangularView<Eigen::Lower>();
  const double scale = original(0, 0);
  for (const double relative : {0.0, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6}) {
    const double jitter = relative * scale;
    k.triangularView<Eigen::Lower>() = original;
    k.diagonal().array() += jitter;
    if (cholesky_in_place<double>(k)) return jitter;
  }
  return std::nullopt;
}

}  // namespace lehr
