#include <lehr/priors/dense_conditioned.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Dense>

#include <lehr/base/memory.hpp>
#include <lehr/priors/covariance.hpp>
#include <lehr/priors/dense_draws.hpp>
#include <lehr/priors/site_factor.hpp>

namespace lehr {
namespace {

/// Single precision finds sites where the condition of B leaves it some digits: it is at most 1 + trace(W K), and that
/// at most 1 + max w trace(K).
constexpr double kMostTrace = 1e6;

class DenseConditioned final : public Conditioned {
 public:
  /// Begins at another prior; only memory is left of what was before.
  void begin(const DensePrior& prior) {
    prior_ = &prior;
    has_rough_copy_ = false;
    precision_.resize(0);
  }

  bool condition(const Vector& precision, Accuracy accuracy) override {
    if (prior_->stop().stop_requested()) return false;
    begin_at(precision, accuracy);
    if (accuracy == Accuracy::full) return full_.factorise(prior_->lower(), precision, asked_to_stop());
    return rough_serves() && rough_.factorise(rough_copy(), precision, asked_to_stop());
  }

  bool condition_with_marginals(const Vector& precision, Accuracy accuracy) override {
    if (prior_->stop().stop_requested()) return false;
    if (is_at(precision, accuracy) && is_inverted()) return true;
    begin_at(precision, accuracy);
    if (accuracy == Accuracy::full) return full_.factorise_with_inverse(prior_->lower(), precision, asked_to_stop());
    return rough_serves() && rough_.factorise_with_inverse(rough_copy(), precision, asked_to_stop());
  }

  double log_determinant() const override { return is_rough() ? rough_.log_determinant() : full_.log_determinant(); }

  Vector alpha(const Vector& shift) const override {
    if (is_rough()) return rough_.posterior_alpha(rough_k_, shift).cast<double>();
    return full_.posterior_alpha(prior_->lower(), shift);
  }

  PosteriorMean mean(const Vector& shift) const override {
    if (is_rough()) {
      const VectorOf<float> alpha = rough_.posterior_alpha(rough_k_, shift);
      const VectorOf<float> mean = rough_k_.selfadjointView<Eigen::Lower>() * alpha;
      return {mean.cast<double>(), alpha.cast<double>()};
    }
    Vector found = alpha(shift);
    Vector mean = prior_->multiply(found);
    return {std::move(mean), std::move(found)};
  }

  Vector marginal_variances() const override {
    return is_rough() ? rough_.marginal_variances(rough_k_) : full_.marginal_variances(prior_->lower());
  }

  Index normals_per_draw() const override { return 2 * prior_->size(); }
  Matrix draw(const Matrix& normals) const override { return draw_by_matheron(*prior_, precision_, full_, normals); }

  /// m = k*' alpha,   v = k** - |L^-1 W^1/2 k*|^2.
  LatentMoments extend(const Dataset& rows, const Vector& alpha) const override {
    const KernelAt& at = *prior_->kernel();
    LatentMoments moments{Vector(static_cast<Index>(rows.rows)), Vector(static_cast<Index>(rows.rows))};
    Matrix cross;
    visit_blocks(rows, [&](const Dataset& block, Index begin, Index count) {
      fill_cross_covariance(at.data, block, at.kernel, at.parameters, cross);
      moments.mean.segment(begin, count) = (cross.transpose() * alpha).head(count);
      cross.array().colwise() *= full_.root_precision().array();
      full_.half_solve_in_place(cross);
      const Vector explained = cross.colwise().squaredNorm().transpose();
      moments.variance.segment(begin, count) =
          (at.parameters.variance - explained.head(count).array()).max(0.0).matrix();
    });
    return moments;
  }

  std::vector<double> gradient(const Matrix& left, const Matrix& right) const override {
    const KernelAt& at = *prior_->kernel();
    Matrix s;
    full_.inverse(s);
    const Vector& root = full_.root_precision();
    const Index n = s.rows();
    for (Index j = 0; j < n; ++j) {
      const Index below = n - j;
      s.col(j).tail(below) = 0.25 * (left.bottomRows(below) * right.row(j).transpose() +
                                     right.bottomRows(below) * left.row(j).transpose()) -
                             0.5 * root.tail(below).cwiseProduct(s.col(j).tail(below)) * root(j);
    }
    ChainRule rule(at.data, at.kernel, at.parameters);
    rule.add_columns(0, s);
    return rule.gradient();
  }

 private:
  StopCheck asked_to_stop() const {
    return [stop = prior_->stop()] { return stop.stop_requested(); };
  }
  bool is_rough() const { return accuracy_ == Accuracy::rough; }
  bool is_inverted() const { return is_rough() ? rough_.is_inverted() : full_.is_inverted(); }

  bool is_at(const Vector& precision, Accuracy accuracy) const {
    return accuracy == accuracy_ && precision.size() == precision_.size() && precision == precision_;
  }
  void begin_at(const Vector& precision, Accuracy accuracy) {
    if (has_many_rows(static_cast<std::size_t>(prior_->size()))) forget_all_but(accuracy);
    precision_ = precision;
    accuracy_ = accuracy;
  }

  void forget_all_but(Accuracy accuracy) {
    if (accuracy == Accuracy::rough) {
      full_ = {};
    } else {
      rough_ = {};
      rough_k_.resize(0, 0);
      has_rough_copy_ = false;
    }
  }

  /// Where no w is above 1, which holds for probit and logit, theta alone decides.
  bool rough_serves() const {
    return std::max(1.0, precision_.maxCoeff()) * prior_->marginal_variances().sum() < kMostTrace;
  }

  const MatrixOf<float>& rough_copy() {
    if (!has_rough_copy_) rough_k_ = prior_->lower().cast<float>();
    has_rough_copy_ = true;
    return rough_k_;
  }

  const DensePrior* prior_ = nullptr;
  Vector precision_;  // W
  Accuracy accuracy_ = Accuracy::full;
  SiteFactor<double> full_;
  SiteFactor<float> rough_;
  MatrixOf<float> rough_k_;
  bool has_rough_copy_ = false;
};

}  // namespace

std::unique_ptr<Conditioned> condition_dense(const DensePrior& prior, std::unique_ptr<Conditioned> memory) {
  if (dynamic_cast<DenseConditioned*>(memory.get()) == nullptr) memory = std::make_unique<DenseConditioned>();
  static_cast<DenseConditioned&>(*memory).begin(prior);
  return memory;
}

}  // namespace lehr
