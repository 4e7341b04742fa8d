#include <lehr/priors/dense_conditioned.hpp>

#include <optional>
#include <utility>
#include <vector>

#include <Eigen/Dense>

#include <lehr/priors/conditioned_by_factor.hpp>
#include <lehr/priors/covariance.hpp>
#include <lehr/priors/dense_draws.hpp>
#include <lehr/priors/site_factor.hpp>

namespace lehr {
namespace {

class DenseConditioned final : public ConditionedByFactor<SiteFactor, MatrixOf<float>> {
 public:
  /// Begins at another prior; only memory is left of what was before.
  void begin(const DensePrior& prior) {
    prior_ = &prior;
    ConditionedByFactor::begin(prior, prior.stop());
  }

  Vector alpha(const Vector& shift) const override {
    return ask([&](const auto& factor, const auto& k) -> Vector {
      return factor.posterior_alpha(k, shift).template cast<double>();
    });
  }

  PosteriorMean mean(const Vector& shift) const override {
    return ask([&](const auto& factor, const auto& k) -> PosteriorMean {
      const auto alpha = factor.posterior_alpha(k, shift);
      const auto mean = (k.template selfadjointView<Eigen::Lower>() * alpha).eval();
      return {mean.template cast<double>(), alpha.template cast<double>()};
    });
  }

  Vector marginal_variances() const override {
    return ask([&](const auto& factor, const auto& k) { return factor.marginal_variances(k, stop_check()); });
  }

  Index normals_per_draw() const override { return 2 * prior_->size(); }
  Matrix draw(const Matrix& normals) const override { return draw_under_sites(*prior_, precision(), full(), normals); }

  /// m = k*' alpha,   v = k** - |L^-1 W^1/2 k*|^2.
  LatentMoments extend(const Dataset& rows, const Vector& alpha) const override {
    const KernelAt& at = *prior_->kernel();
    LatentMoments moments{Vector(static_cast<Index>(rows.rows)), Vector(static_cast<Index>(rows.rows))};
    Matrix cross;
    const auto visit_block = [&](const Dataset& block, Index begin, Index count) {
      fill_cross_covariance(at.data, block, at.covariance, cross);
      moments.mean.segment(begin, count) = (cross.transpose() * alpha).head(count);
      cross.array().colwise() *= full().root_precision().array();
      full().half_solve_in_place(cross);
      const Vector explained = cross.colwise().squaredNorm().transpose();
      moments.variance.segment(begin, count) =
          (prior_variances(block, at.covariance) - explained).head(count).array().max(0.0).matrix();
    };
    visit_blocks(rows, visit_block, stop());
    return moments;
  }

  std::optional<std::vector<double>> gradient(const Matrix& left, const Matrix& right) const override {
    const KernelAt& at = *prior_->kernel();
    const Vector& root = full().root_precision();
    ChainRule rule(at.data, at.covariance.kernel, at.covariance.parameters);
    const auto add = [&](Index first, Matrix& columns) {
      for (Index c = 0; c < columns.cols(); ++c) {
        const Index j = first + c;
        const Index below = columns.rows() - j;
        auto s = columns.col(c).tail(below);
        s = 0.25 * (left.bottomRows(below) * right.row(j).transpose() +
                    right.bottomRows(below) * left.row(j).transpose()) -
            0.5 * root.tail(below).cwiseProduct(s) * root(j);
      }
      rule.add_columns(first, columns);
    };
    if (!full().visit_inverse(add, stop_check())) return std::nullopt;
    return rule.gradient();
  }

 private:
  const Matrix& matrix() const override { return prior_->lower(); }

  const DensePrior* prior_ = nullptr;
};

}  // namespace

std::unique_ptr<Conditioned> condition_dense(const DensePrior& prior, std::unique_ptr<Conditioned> memory) {
  if (dynamic_cast<DenseConditioned*>(memory.get()) == nullptr) memory = std::make_unique<DenseConditioned>();
  static_cast<DenseConditioned&>(*memory).begin(prior);
  return memory;
}

}  // namespace lehr
