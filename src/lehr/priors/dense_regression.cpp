// Regression where K is dense: with A = K + noise I = L L', k* the covariances with a new row and k** its variance, the
// latent there is normal with
//   m = k*' alpha,   v = k** - |L^-1 k*|^2,   alpha = A^-1 values.
// No jitter is needed, and equal rows are harmless.
//
// A variance may be found in single precision. Rounding A by E moves it by a' E a with a = A^-1 k*, and the noise keeps
// a small: |a|^2 noise <= v. So the error is a share of v that grows with (variance / noise), as measured below.

#include <lehr/priors/dense_regression.hpp>

#include <Eigen/Dense>

#include <lehr/linalg/panel_cholesky.hpp>
#include <lehr/linalg/panel_products.hpp>
#include <lehr/linalg/panel_triangular.hpp>

namespace lehr {
namespace {

constexpr Index kLeastRows = 256;  // with fewer, double precision is fast anyway
/// Of the prior, in units of the noise: up to here single precision moves no probability by 1e-5.
constexpr double kMostVariance = 1000;

/// Summed in double: what is left of a variance is wanted. What fills panels up is zero.
template <class Scalar>
Vector squared_norms(const PanelVectors<Scalar>& x) {
  constexpr Index kRows = kPanelRows<Scalar>;
  Vector norms(x.panels() * kRows);
  for (Index p = 0; p < x.panels(); ++p) {
    Eigen::Array<double, int{kRows}, 1> sum = Eigen::Array<double, int{kRows}, 1>::Zero();
    using Entries = Eigen::Map<const Eigen::Array<Scalar, int{kRows}, 1>>;
    for (Index i = 0; i < x.width(p); ++i) sum += Entries(x.panel(p) + i * kRows).template cast<double>().square();
    norms.segment(p * kRows, kRows) = sum;
  }
  return norms.head(x.count());
}

class DenseRegression final : public Regression {
 public:
  /// Only memory is left of what was before.
  [[nodiscard]] bool begin(const DensePrior& prior, double noise, Accuracy accuracy) {
    prior_ = &prior;
    noise_ = prior.used_noise(noise) - prior.jitter();  // jitter is for draws alone
    is_rough_ = accuracy == Accuracy::rough && rough_serves() && factorise(rough_);
    return is_rough_ || factorise(full_);
  }

  Vector alpha(const Vector& values) const override {
    Vector result = values;
    solve_vector(full_, result);
    solve_vector_transposed(full_, result);
    return result;
  }

  LatentMoments coefficients(const Vector& alpha) const override {
    return is_rough_ ? coefficients_by(rough_, rough_solved_, alpha) : coefficients_by(full_, full_solved_, alpha);
  }

  LatentMoments extend(const Dataset& rows, const Vector& alpha) const override {
    return is_rough_ ? extend_by(rough_, rough_solved_, rows, alpha) : extend_by(full_, full_solved_, rows, alpha);
  }

 private:
  StopCheck stop_check() const {
    return [stop = prior_->stop()] { return stop.stop_requested(); };
  }

  bool rough_serves() const {
    return prior_->size() >= kLeastRows && prior_->lower().diagonal().maxCoeff() <= kMostVariance * noise_;
  }

  /// False when the numbers break down, and after a stop request.
  template <class Scalar>
  bool factorise(PanelMatrix<Scalar>& factor) const {
    if (prior_->stop().stop_requested()) return false;
    factor.assign(prior_->lower());
    for (Index i = 0; i < factor.rows(); ++i) factor(i, i) = static_cast<Scalar>(prior_->lower()(i, i) + noise_);
    return cholesky(factor, stop_check()) == PanelStatus::done;
  }

  /// Each lane of the solve belongs to one row: what becomes of it does not depend on the others.
  template <class Scalar>
  LatentMoments extend_by(const PanelMatrix<Scalar>& factor, PanelVectors<Scalar>& solved, const Dataset& rows,
                          const Vector& alpha) const {
    LatentMoments moments{Vector::Zero(static_cast<Index>(rows.rows)), Vector::Zero(static_cast<Index>(rows.rows))};
    visit_cross_covariances(*prior_->kernel(), rows, [&](Index begin, const Matrix& cross) {
      for (Index j = 0; j < cross.cols(); ++j) moments.mean(begin + j) = cross.col(j).dot(alpha);
      solved.assign(cross);
      if (solve(factor, solved, stop_check()) != PanelStatus::done) return false;  // after a stop request
      const Dataset block = some_rows(rows, static_cast<std::size_t>(begin), static_cast<std::size_t>(cross.cols()),
                                      static_cast<std::size_t>(cross.cols()));
      moments.variance.segment(begin, cross.cols()) =
          (prior_variances(block, prior_->kernel()->covariance) - squared_norms(solved)).cwiseMax(0.0);
      return true;
    });
    return moments;
  }

  /// Of the weights: m = T' alpha, v = 1 - |L^-1 T|^2.
  template <class Scalar>
  LatentMoments coefficients_by(const PanelMatrix<Scalar>& factor, PanelVectors<Scalar>& solved,
                                const Vector& alpha) const {
    const KernelAt& at = *prior_->kernel();
    const Vector scales = at.covariance.coefficient_scales(at.data.features);
    const Matrix columns = term_columns(at.data, at.covariance);
    if (scales.size() == 0) return {};
    solved.assign(columns);
    if (solve(factor, solved, stop_check()) != PanelStatus::done) return {scales, scales};  // after a stop request
    const Vector left = (1 - squared_norms(solved).array()).max(0.0);
    return {scales.cwiseProduct(columns.transpose() * alpha), scales.cwiseAbs2().cwiseProduct(left)};
  }

  const DensePrior* prior_ = nullptr;
  double noise_ = 0;
  bool is_rough_ = false;
  PanelMatrix<float> rough_;  // L, one of the two
  PanelMatrix<double> full_;
  mutable PanelVectors<float> rough_solved_;  // L^-1 k* of some new rows
  mutable PanelVectors<double> full_solved_;
};

}  // namespace

std::unique_ptr<Regression> regress_dense(const DensePrior& prior, double noise, Accuracy accuracy,
                                          std::unique_ptr<Regression> memory) {
  if (dynamic_cast<DenseRegression*>(memory.get()) == nullptr) memory = std::make_unique<DenseRegression>();
  if (!static_cast<DenseRegression&>(*memory).begin(prior, noise, accuracy)) return nullptr;
  return memory;
}

}  // namespace lehr
