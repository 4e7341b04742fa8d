// Regression where K = G G': given values = G x + e, e ~ N(0, s I), the weights x have the precision P = I + G'G / s
// and the mean G' alpha, and alpha = A^-1 values = (values - G P^-1 G' values / s) / s. The last of the weights are
// those of the terms beside the kernel.

#include <lehr/priors/low_rank_regression.hpp>

#include <Eigen/Dense>

#include <lehr/linalg/cholesky.hpp>

namespace lehr {
namespace {

class LowRankRegression final : public Regression {
 public:
  LowRankRegression(const LowRankPrior& prior, double noise) : prior_(prior), noise_(prior.used_noise(noise)) {}

  [[nodiscard]] bool factorise() {
    if (prior_.stop().stop_requested()) return false;
    const Index rank = prior_.g().cols();
    precision_ = Matrix::Identity(rank, rank);
    precision_.selfadjointView<Eigen::Lower>().rankUpdate(prior_.g().transpose(), 1 / noise_);
    return cholesky_in_place<double>(precision_);
  }

  /// With little noise the difference cancels: what is left over is solved for once more.
  Vector alpha(const Vector& values) const override {
    Vector result = solve(values);
    result += solve(values - prior_.multiply(result) - noise_ * result);
    return result;
  }

  LatentMoments extend(const Dataset& rows, const Vector& alpha) const override {
    return prior_.extend_weights(rows, prior_.g().transpose() * alpha, precision_);
  }

  LatentMoments coefficients(const Vector& alpha) const override {
    const KernelAt& at = *prior_.kernel();
    const Vector scales = at.covariance.coefficient_scales(at.data.features);
    const Index count = scales.size();
    Matrix solved = Matrix::Identity(prior_.g().cols(), prior_.g().cols()).rightCols(count);
    precision_.triangularView<Eigen::Lower>().solveInPlace(solved);
    const Vector weights = prior_.g().rightCols(count).transpose() * alpha;
    const Vector left = solved.colwise().squaredNorm().transpose();
    return {scales.cwiseProduct(weights), scales.cwiseAbs2().cwiseProduct(left)};
  }

 private:
  Vector solve(const Vector& values) const {
    Vector mean = prior_.g().transpose() * values / noise_;
    precision_.triangularView<Eigen::Lower>().solveInPlace(mean);
    precision_.transpose().triangularView<Eigen::Upper>().solveInPlace(mean);
    return (values - prior_.g() * mean) / noise_;
  }

  const LowRankPrior& prior_;
  double noise_;      // s
  Matrix precision_;  // the lower factor of P
};

}  // namespace

std::unique_ptr<Regression> regress_low_rank(const LowRankPrior& prior, double noise) {
  auto law = std::make_unique<LowRankRegression>(prior, noise);
  if (!law->factorise()) return nullptr;
  return law;
}

}  // namespace lehr
