// K = G G' with few columns under sites, by the small P = I + G' W G = L L': |P| = |I + K W|, the weights x have the
// mean m = P^-1 G' nu and the covariance P^-1, and Sigma = G P^-1 G', in which nothing cancels.

#include <lehr/priors/low_rank_conditioned.hpp>

#include <algorithm>
#include <optional>
#include <utility>

#include <Eigen/Dense>

#include <lehr/linalg/cholesky.hpp>
#include <lehr/priors/covariance.hpp>

namespace lehr {
namespace {

constexpr double kMostTrace = 1e6;  // of K, for single precision: see dense_conditioned.cpp
constexpr Index kRowsAtOnce = 256;  // of a product

/// Rows of G, some at a time, told with the first of them. No copy of G is kept, in either type.
template <class Scalar, class Visit>
void visit_rows(const Matrix& g, const Visit& visit) {
  MatrixOf<Scalar> rows;
  for (Index begin = 0; begin < g.rows(); begin += kRowsAtOnce) {
    rows = g.middleRows(begin, std::min(kRowsAtOnce, g.rows() - begin)).template cast<Scalar>();
    visit(begin, rows);
  }
}

/// P at some precisions, in one of two floating-point types.
template <class Scalar>
class WeightFactor {
 public:
  [[nodiscard]] bool factorise(const Matrix& g, const Vector& precision) {
    fill(g, precision);
    inverted_ = false;
    return cholesky_in_place<Scalar>(factor_);
  }

  [[nodiscard]] bool factorise_with_inverse(const Matrix& g, const Vector& precision) {
    fill(g, precision);
    inverted_ = true;
    return inverse_cholesky_in_place<Scalar>(factor_, scratch_);
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

  /// G L^-T, some rows at a time, told with the first of them. Needs the inverse.
  template <class Visit>
  void visit_roots(const Matrix& g, const Visit& visit) const {
    MatrixOf<Scalar> roots;
    visit_rows<Scalar>(g, [&](Index begin, const MatrixOf<Scalar>& rows) {
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
  void fill(const Matrix& g, const Vector& precision) {
    const VectorOf<Scalar> root = precision.array().sqrt().matrix().template cast<Scalar>();
    factor_.setIdentity(g.cols(), g.cols());
    visit_rows<Scalar>(g, [&](Index begin, MatrixOf<Scalar>& rows) {
      rows = root.segment(begin, rows.rows()).asDiagonal() * rows;
      factor_.template selfadjointView<Eigen::Lower>().rankUpdate(rows.transpose());
    });
  }

  MatrixOf<Scalar> factor_;  // lower triangle of L, or of L^-1
  MatrixOf<Scalar> scratch_;
  bool inverted_ = false;
};

class LowRankConditioned final : public Conditioned {
 public:
  explicit LowRankConditioned(const LowRankPrior& prior) : prior_(prior) {}

  bool condition(const Vector& precision, Accuracy accuracy) override {
    if (prior_.stop().stop_requested()) return false;
    begin_at(precision, accuracy);
    if (accuracy == Accuracy::full) return full_.factorise(prior_.g(), precision);
    return may_be_rough() && rough_.factorise(prior_.g(), precision);
  }

  bool condition_with_marginals(const Vector& precision, Accuracy accuracy) override {
    if (prior_.stop().stop_requested()) return false;
    if (is_at(precision, accuracy) && is_inverted()) return true;
    begin_at(precision, accuracy);
    if (accuracy == Accuracy::full) return full_.factorise_with_inverse(prior_.g(), precision);
    return may_be_rough() && rough_.factorise_with_inverse(prior_.g(), precision);
  }

  double log_determinant() const override { return is_rough() ? rough_.log_determinant() : full_.log_determinant(); }

  PosteriorMean mean(const Vector& shift) const override {
    Vector mean = is_rough() ? posterior_mean(rough_, shift) : posterior_mean(full_, shift);
    Vector alpha = shift - precision_.cwiseProduct(mean);
    return {std::move(mean), std::move(alpha)};
  }

  Vector alpha(const Vector& shift) const override { return mean(shift).alpha; }

  Vector marginal_variances() const override {
    Vector variance(prior_.size());
    const auto squares = [&](Index begin, const auto& rows) {
      variance.segment(begin, rows.rows()) = rows.rowwise().squaredNorm().template cast<double>();
    };
    if (is_rough()) {
      rough_.visit_roots(prior_.g(), squares);
    } else {
      full_.visit_roots(prior_.g(), squares);
    }
    return variance;
  }

  Index normals_per_draw() const override { return prior_.g().cols(); }

  Matrix draw(const Matrix& normals) const override {
    Matrix e = normals;
    full_.transposed_solve_in_place(e);
    return prior_.g() * e;
  }

  /// The weights' mean is G' alpha: P^-1 G' nu = G' (nu - W G P^-1 G' nu).
  LatentMoments extend(const Dataset& rows, const Vector& alpha) const override {
    const Vector weights = prior_.g().transpose() * alpha;
    return prior_.extend_weights(rows, weights, full_.lower());
  }

  /// W^1/2 B^-1 W^1/2 = W - Q Q' with Q = W G L^-T. O(n^2) columns of products, n^2 r flops; never n x n numbers.
  std::vector<double> gradient(const Matrix& left, const Matrix& right) const override {
    const KernelAt& at = *prior_.kernel();
    Matrix q(prior_.size(), prior_.g().cols());
    full_.visit_roots(prior_.g(), [&](Index begin, const Matrix& rows) { q.middleRows(begin, rows.rows()) = rows; });
    q = precision_.asDiagonal() * q;
    ChainRule rule(at.data, at.kernel, at.parameters);
    Matrix columns;
    for (Index begin = 0; begin < q.rows(); begin += kRowsAtOnce) {
      const Index count = std::min(kRowsAtOnce, q.rows() - begin);
      columns.noalias() = 0.5 * q * q.middleRows(begin, count).transpose();
      columns += 0.25 * (left * right.middleRows(begin, count).transpose() +
                         right * left.middleRows(begin, count).transpose());
      for (Index c = 0; c < count; ++c) columns(begin + c, c) -= 0.5 * precision_(begin + c);
      rule.add_columns(begin, columns);
    }
    return rule.gradient();
  }

 private:
  /// G P^-1 G' nu.
  template <class Scalar>
  Vector posterior_mean(const WeightFactor<Scalar>& factor, const Vector& shift) const {
    const Vector projected = prior_.g().transpose() * shift;
    VectorOf<Scalar> inner = projected.cast<Scalar>();
    factor.solve_in_place(inner);
    return prior_.g() * inner.template cast<double>();
  }

  bool is_rough() const { return accuracy_ == Accuracy::rough; }
  bool is_inverted() const { return is_rough() ? rough_.is_inverted() : full_.is_inverted(); }

  bool is_at(const Vector& precision, Accuracy accuracy) const {
    return accuracy == accuracy_ && precision.size() == precision_.size() && precision == precision_;
  }
  void begin_at(const Vector& precision, Accuracy accuracy) {
    precision_ = precision;
    accuracy_ = accuracy;
  }

  /// Whether single precision is enough.
  bool may_be_rough() {
    if (!trace_) trace_ = prior_.g().squaredNorm();
    return *trace_ < kMostTrace;
  }

  const LowRankPrior& prior_;
  Vector precision_;  // W
  Accuracy accuracy_ = Accuracy::full;
  WeightFactor<double> full_;
  WeightFactor<float> rough_;
  std::optional<double> trace_;  // of K
};

}  // namespace

std::unique_ptr<Conditioned> condition_low_rank(const LowRankPrior& prior) {
  return std::make_unique<LowRankConditioned>(prior);
}

}  // namespace lehr
