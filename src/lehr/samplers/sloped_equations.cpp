#include <lehr/samplers/sloped_equations.hpp>

#include <algorithm>
#include <utility>

#include <Eigen/Dense>

#include <lehr/math/vector_functions.hpp>
#include <lehr/model/coordinates.hpp>

namespace lehr {
namespace {

constexpr double kQuadratic = 1e-6;  // the ridge that keeps coefficients of the quadratic finite
constexpr Index kMostCentres = 600;  // beyond, they cost more than they tell

constexpr auto kKnotCount = static_cast<Index>(SlopedEquations::kKnots.size());

/// At most kMostCentres of the points, evenly.
Matrix centres_of(const Matrix& points) {
  const Index count = std::min(points.rows(), kMostCentres);
  Matrix centres(count, points.cols());
  for (Index i = 0; i < count; ++i) centres.row(i) = points.row(i * points.rows() / count);
  return centres;
}

/// exp(-|a_i - b_j|^2 / (2 l^2)).
Matrix radial_functions(const Matrix& a, const Matrix& b, double lengthscale) {
  const double factor = -0.5 / (lengthscale * lengthscale);
  Matrix values = Matrix::Zero(a.rows(), b.rows());
  for (Index j = 0; j < b.rows(); ++j) {
    for (Index k = 0; k < a.cols(); ++k) values.col(j).array() += factor * (a.col(k).array() - b(j, k)).square();
  }
  exp_in_place({values.data(), static_cast<std::size_t>(values.size())});
  return values;
}

}  // namespace

SlopedEquations::SlopedEquations(SlopedValues known)
    : known_(std::move(known)),
      centres_(centres_of(known_.points)),
      of_values_(known_.weights.cwiseAbs2()),
      of_slopes_(of_values_),
      slopes_(known_.slopes) {
  if (known_.directions.rows() == 0) known_.directions.resize(0, known_.points.cols());
  const Index count = known_.points.rows();
  const Index quadratic = quadratic_term_count(known_.points.cols());
  const Index q = quadratic + kKnotCount * known_.directions.rows();
  terms_.resize(count, q);
  for (Index i = 0; i < count; ++i) {
    terms_.row(i).head(quadratic) = quadratic_terms(known_.points.row(i).transpose()).transpose();
    if (known_.has_slope(i)) continue;
    of_slopes_(i) = 0;
    slopes_.row(i).setZero();
  }
  along_.resize(count, q - quadratic);
  for (Index k = 0; k < along_.cols(); ++k) {
    const Vector t = known_.points * known_.directions.row(k / kKnotCount).transpose();
    const Eigen::ArrayXd distance = t.array() - kKnots[static_cast<std::size_t>(k % kKnotCount)];
    terms_.col(quadratic + k) = (-0.5 / (kKnotWidth * kKnotWidth) * distance.square()).exp();
    along_.col(k) = -1 / (kKnotWidth * kKnotWidth) * distance * terms_.col(quadratic + k).array();
  }
  quadratic_ = Matrix::Zero(q, q);
  quadratic_.selfadjointView<Eigen::Lower>().rankUpdate((known_.weights.asDiagonal() * terms_).transpose());
  right_ = Vector::Zero(q + centres_.rows());
  right_.head(q) = terms_.transpose() * of_values_.cwiseProduct(known_.values);
  add_slopes_of_quadratic();
  add_slopes_along_directions();
  quadratic_.diagonal().head(quadratic).array() += kQuadratic * static_cast<double>(count);
}

/// The slope of v_a v_b along v_j is [j = a] v_b + [j = b] v_a: sums over points are moments of v.
void SlopedEquations::add_slopes_of_quadratic() {
  const Matrix& v = known_.points;
  const Index p = v.cols();
  const Matrix weighted = of_slopes_.asDiagonal() * v;
  const Vector first = weighted.colwise().sum().transpose();
  const Matrix second = weighted.transpose() * v;
  const Matrix slopes = slopes_.transpose() * weighted;
  right_.segment(1, p) += slopes_.transpose() * of_slopes_;
  quadratic_.diagonal().segment(1, p).array() += of_slopes_.sum();
  Index k = 1 + p;
  for (Index a = 0; a < p; ++a) {
    for (Index b = a; b < p; ++b, ++k) {
      right_(k) += slopes(a, b) + slopes(b, a);
      quadratic_(k, 1 + a) += first(b);
      quadratic_(k, 1 + b) += first(a);
      Index l = 1 + p;
      for (Index c = 0; c <= a; ++c) {
        for (Index d = c; d < p && l <= k; ++d, ++l) {
          double sum = 0;
          if (a == c) sum += second(b, d);
          if (a == d) sum += second(b, c);
          if (b == c) sum += second(a, d);
          if (b == d) sum += second(a, c);
          quadratic_(k, l) += sum;
        }
      }
    }
  }
}

/// The slope of such a function is its derivative times its direction d.
void SlopedEquations::add_slopes_along_directions() {
  const Matrix& v = known_.points;
  const Matrix& d = known_.directions;
  const Index p = v.cols();
  const Index quadratic = quadratic_term_count(p);
  const Matrix weighted = of_slopes_.asDiagonal() * along_;
  const Vector sums = weighted.colwise().sum().transpose();
  const Matrix moments = weighted.transpose() * v;
  const Matrix slopes = weighted.transpose() * slopes_;
  const Matrix among = weighted.transpose() * along_;
  const Matrix cosines = d * d.transpose();
  for (Index k = 0; k < along_.cols(); ++k) {
    const Index own = k / kKnotCount;
    const Index row = quadratic + k;
    right_(row) += slopes.row(k).dot(d.row(own));
    quadratic_.row(row).segment(1, p) += sums(k) * d.row(own);
    Index column = 1 + p;
    for (Index a = 0; a < p; ++a) {
      for (Index b = a; b < p; ++b, ++column) {
        quadratic_(row, column) += d(own, a) * moments(k, b) + d(own, b) * moments(k, a);
      }
    }
    for (Index l = 0; l <= k; ++l) quadratic_(row, quadratic + l) += among(k, l) * cosines(own, l / kKnotCount);
  }
}

/// With A the radial functions at the points, f = 1 / l^2, W and S the weights of values and slopes, c a centre:
/// slopes of A are f (c - v) A, and sums over coordinates of (c - v)(c' - v) = c c' - c v - c' v + v v.
void SlopedEquations::set_lengthscale(double lengthscale) {
  const Matrix& v = known_.points;
  const Index p = v.cols();
  const Index q = quadratic_term_count(p);
  const double f = 1 / (lengthscale * lengthscale);
  const Matrix a = radial_functions(v, centres_, lengthscale);
  kernel_ = radial_functions(centres_, centres_, lengthscale);

  const Vector along = v.cwiseProduct(slopes_).rowwise().sum();
  const Vector pulled = of_values_.cwiseProduct(known_.values) - f * of_slopes_.cwiseProduct(along);
  const Matrix of_slopes = a.transpose() * (of_slopes_.asDiagonal() * slopes_);
  right_.tail(centres_.rows()) = a.transpose() * pulled + f * centres_.cwiseProduct(of_slopes).rowwise().sum();

  const Vector sums = a.transpose() * of_slopes_;
  const Matrix moments = a.transpose() * (of_slopes_.asDiagonal() * v);
  cross_.resize(centres_.rows(), terms_.cols());
  cross_.leftCols(1) = a.transpose() * of_values_;
  cross_.middleCols(1, p) =
      a.transpose() * (of_values_.asDiagonal() * v) - f * moments + f * sums.asDiagonal() * centres_;
  const Vector of_products = of_values_ - 2 * f * of_slopes_;
  cross_.middleCols(1 + p, q - 1 - p).noalias() =
      a.transpose() * (of_products.asDiagonal() * terms_.middleCols(1 + p, q - 1 - p));
  Index k = 1 + p;
  for (Index i = 0; i < p; ++i) {
    for (Index j = i; j < p; ++j, ++k) {
      cross_.col(k) +=
          f * (centres_.col(i).cwiseProduct(moments.col(j)) + centres_.col(j).cwiseProduct(moments.col(i)));
    }
  }

  const Matrix weighted = of_slopes_.asDiagonal() * a;
  const Matrix reached = centres_ * known_.directions.transpose();
  const Matrix at = v * known_.directions.transpose();
  cross_.rightCols(along_.cols()).noalias() =
      a.transpose() * (of_values_.asDiagonal() * terms_.rightCols(along_.cols()));
  const Matrix sums_along = weighted.transpose() * along_;
  Matrix moved = along_;  // the derivatives times where the points are
  for (Index k = 0; k < moved.cols(); ++k) moved.col(k) = moved.col(k).cwiseProduct(at.col(k / kKnotCount)).eval();
  cross_.rightCols(along_.cols()).noalias() -= f * (weighted.transpose() * moved);
  for (Index k = 0; k < along_.cols(); ++k) {
    cross_.col(q + k) += f * reached.col(k / kKnotCount).cwiseProduct(sums_along.col(k));
  }

  const Matrix slope_weighted = of_slopes_.cwiseSqrt().asDiagonal() * a;
  radial_ = Matrix::Zero(centres_.rows(), centres_.rows());
  radial_.selfadjointView<Eigen::Lower>().rankUpdate(slope_weighted.transpose());
  radial_.triangularView<Eigen::Lower>() = (f * f * radial_).cwiseProduct(centres_ * centres_.transpose());
  const Vector squares = v.rowwise().squaredNorm();
  Matrix half = v * centres_.transpose();  // what sums to the rest with its own transpose
  half = (f * f * of_slopes_).asDiagonal() * (0.5 * squares.replicate(1, half.cols()) - half);
  half.colwise() += 0.5 * of_values_;
  half = half.cwiseProduct(a).eval();
  const Matrix product = half.transpose() * a;
  radial_.triangularView<Eigen::Lower>() += product + product.transpose();
}

Matrix SlopedEquations::normal_matrix(double penalty) const {
  const Index q = terms_.cols();
  const Index unknowns = right_.size();
  Matrix normal(unknowns, unknowns);
  normal.topLeftCorner(q, q) = quadratic_;
  normal.bottomLeftCorner(unknowns - q, q) = cross_;
  normal.bottomRightCorner(unknowns - q, unknowns - q) = radial_ + penalty * kernel_;
  normal.diagonal().tail(unknowns - q).array() += 1e-3 * penalty;
  for (Index k = q - along_.cols(); k < q; ++k) {
    const Index first = k - (k - (q - along_.cols())) % kKnotCount;
    for (Index l = first; l <= k; ++l) {
      const double apart = static_cast<double>(k - l) / kKnotWidth;  // knots are one apart
      normal(k, l) += penalty * std::exp(-0.5 * apart * apart);
    }
    normal(k, k) += 1e-3 * penalty;
  }
  return normal;
}

std::optional<Vector> SlopedEquations::solve(double penalty) const {
  Vector found = right_;
  Matrix normal = normal_matrix(penalty);
  const Eigen::LLT<Eigen::Ref<Matrix>> quick(normal);
  if (quick.info() == Eigen::Success) {
    quick.solveInPlace(found);
  } else {  // as near to singular as rounding: the slower way bears that
    const Eigen::LDLT<Matrix, Eigen::Lower> factorised(normal_matrix(penalty));
    if (factorised.info() != Eigen::Success) return std::nullopt;
    found = factorised.solve(right_);
  }
  if (!found.allFinite()) return std::nullopt;
  return found;
}

}  // namespace lehr
