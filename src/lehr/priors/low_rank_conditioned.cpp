// K = G G' with few columns under sites, by the small P = I + G' W G = L L': |P| = |I + K W|, the weights x have the
// mean m = P^-1 G' nu and the covariance P^-1, and Sigma = G P^-1 G', in which nothing cancels.

#include <lehr/priors/low_rank_conditioned.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <Eigen/Dense>

#include <lehr/linalg/cholesky.hpp>
#include <lehr/linalg/panel_status.hpp>
#include <lehr/priors/conditioned_by_factor.hpp>
#include <lehr/priors/covariance.hpp>

namespace lehr {
namespace {

constexpr Index kRowsAtOnce = 256;  // of a product

/// Rows of G, some at a time, told with the first of them. No copy of G is kept, in either type. False where it was
/// stopped.
template <class Scalar, class Visit>
[[nodiscard]] bool visit_rows(const Matrix& g, const StopCheck& stop, const Visit& visit) {
  MatrixOf<Scalar> rows;
  for (Index begin = 0; begin < g.rows(); begin += kRowsAtOnce) {
    if (stop()) return false;
    rows = g.middleRows(begin, std::min(kRowsAtOnce, g.rows() - begin)).template cast<Scalar>();
    visit(begin, rows);
  }
  return true;
}

/// P at some precisions, in one of two floating-point types.
template <class Scalar>
class WeightFactor {
 public:
  [[nodiscard]] bool factorise(const Matrix& g, const Vector& precision, const StopCheck& stop) {
    inverted_ = false;
    return fill(g, precision, stop) && !stop() && cholesky_in_place<Scalar>(factor_);
  }

  [[nodiscard]] bool factorise_with_inverse(const Matrix& g, const Vector& precision, const StopCheck& stop) {
    inverted_ = true;
    return fill(g, precision, stop) && !stop() && inverse_cholesky_in_place<Scalar>(factor_, scratch_);
  }

  double log_determinant() const {
    const double half = factor_.diagonal().template cast<double>().array().log().sum();
    return inverted_ ? -2 * half : 2 * half;
  }

  /// x <- L^-T L^-1 x.
  void solve_in_place(Eigen::Ref<MatrixOf<Scalar>> x) const {
    if (inverted_) {
      x = factor_.template triangularView<Eigen::Lower>() * x;
    } else {
      factor_.template triangularView<Eigen::Lower>().solveInPlace(x);
    }
    transposed_solve_in_place(x);
  }

  /// x <- L^-T x.
  void transposed_solve_in_place(Eigen::Ref<MatrixOf<Scalar>> x) const {
    if (inverted_) {
      x = factor_.transpose().template triangularView<Eigen::Upper>() * x;
    } else {
      factor_.transpose().template triangularView<Eigen::Upper>().solveInPlace(x);
    }
  }

  /// G L^-T, some rows at a time, told with the first of them. Needs the inverse. False where it was stopped.
  template <class Visit>
  [[nodiscard]] bool visit_roots(const Matrix& g, const StopCheck& stop, const Visit& visit) const {
    MatrixOf<Scalar> roots;
    return visit_rows<Scalar>(g, stop, [&](Index begin, const MatrixOf<Scalar>& rows) {
      roots.noalias() = rows * factor_.transpose().template triangularView<Eigen::Upper>();
      visit(begin, roots);
    });
  }

  /// L itself, also where its inverse is kept.
  MatrixOf<Scalar> lower() const {
    MatrixOf<Scalar> l = factor_;
    if (!inverted_) return l;
    l.setIdentity();
    factor_.template triangularView<Eigen::Lower>().solveInPlace(l);
    return l;
  }

  bool is_inverted() const { return inverted_; }

 private:
  [[nodiscard]] bool fill(const Matrix& g, const Vector& precision, const StopCheck& stop) {
    const VectorOf<Scalar> root = precision.array().sqrt().matrix().template cast<Scalar>();
    factor_.setIdentity(g.cols(), g.cols());
    return visit_rows<Scalar>(g, stop, [&](Index begin, MatrixOf<Scalar>& rows) {
      rows = root.segment(begin, rows.rows()).asDiagonal() * rows;
      factor_.template selfadjointView<Eigen::Lower>().rankUpdate(rows.transpose());
    });
  }

  MatrixOf<Scalar> factor_;  // lower triangle of L, or of L^-1
  MatrixOf<Scalar> scratch_;
  bool inverted_ = false;
};

class LowRankConditioned final : public ConditionedByFactor<WeightFactor, Matrix> {
 public:
  explicit LowRankConditioned(const LowRankPrior& prior) : prior_(prior) { begin(prior, prior.stop()); }

  PosteriorMean mean(const Vector& shift) const override {
    Vector mean = ask([&](const auto& factor, const Matrix& g) { return posterior_mean(g, factor, shift); });
    Vector alpha = shift - precision().cwiseProduct(mean);
    return {std::move(mean), std::move(alpha)};
  }

  Vector alpha(const Vector& shift) const override { return mean(shift).alpha; }

  Vector marginal_variances() const override {
    Vector variance = Vector::Constant(prior_.size(), std::numeric_limits<double>::quiet_NaN());
    static_cast<void>(ask([&](const auto& factor, const Matrix& g) {
      return factor.visit_roots(g, stop_check(), [&](Index begin, const auto& rows) {
        variance.segment(begin, rows.rows()) = rows.rowwise().squaredNorm().template cast<double>();
      });
    }));
    return variance;
  }

  Index normals_per_draw() const override { return prior_.g().cols(); }

  Matrix draw(const Matrix& normals) const override {
    Matrix e = normals;
    full().transposed_solve_in_place(e);
    Matrix draws = Matrix::Zero(prior_.size(), e.cols());
    static_cast<void>(visit_rows<double>(prior_.g(), stop_check(), [&](Index begin, const Matrix& rows) {
      draws.middleRows(begin, rows.rows()).noalias() = rows * e;
    }));
    return draws;
  }

  /// The weights' mean is G' alpha: P^-1 G' nu = G' (nu - W G P^-1 G' nu).
  LatentMoments extend(const Dataset& rows, const Vector& alpha) const override {
    const Vector weights = prior_.g().transpose() * alpha;
    return prior_.extend_weights(rows, weights, full().lower());
  }

  /// W^1/2 B^-1 W^1/2 = W - Q Q' with Q = W G L^-T. n^2 r flops, some columns at a time; never n x n numbers.
  std::optional<std::vector<double>> gradient(const Matrix& left, const Matrix& right) const override {
    const KernelAt& at = *prior_.kernel();
    Matrix q(prior_.size(), prior_.g().cols());
    const auto take = [&](Index begin, const Matrix& rows) { q.middleRows(begin, rows.rows()) = rows; };
    if (!full().visit_roots(prior_.g(), stop_check(), take)) return std::nullopt;
    q = precision().asDiagonal() * q;
    ChainRule rule(at.data, at.covariance.kernel, at.covariance.parameters);
    Matrix columns;
    for (Index begin = 0; begin < q.rows(); begin += kRowsAtOnce) {
      if (stop().stop_requested()) return std::nullopt;
      const Index count = std::min(kRowsAtOnce, q.rows() - begin);
      const Index below = q.rows() - begin;
      columns.resize(q.rows(), count);
      auto lower = columns.bottomRows(below);
      lower.noalias() = 0.5 * q.bottomRows(below) * q.middleRows(begin, count).transpose();
      lower += 0.25 * (left.bottomRows(below) * right.middleRows(begin, count).transpose() +
                       right.bottomRows(below) * left.middleRows(begin, count).transpose());
      for (Index c = 0; c < count; ++c) columns(begin + c, c) -= 0.5 * precision()(begin + c);
      rule.add_columns(begin, columns);
    }
    if (stop().stop_requested()) return std::nullopt;
    return rule.gradient();
  }

 private:
  /// G P^-1 G' nu.
  template <class Scalar>
  static Vector posterior_mean(const Matrix& g, const WeightFactor<Scalar>& factor, const Vector& shift) {
    const Vector projected = g.transpose() * shift;
    VectorOf<Scalar> inner = projected.cast<Scalar>();
    factor.solve_in_place(inner);
    return g * inner.template cast<double>();
  }

  const Matrix& matrix() const override { return prior_.g(); }

  const LowRankPrior& prior_;
};

}  // namespace

std::unique_ptr<Conditioned> condition_low_rank(const LowRankPrior& prior) {
  return std::make_unique<LowRankConditioned>(prior);
}

}  // namespace lehr
