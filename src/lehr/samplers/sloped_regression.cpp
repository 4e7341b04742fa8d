#include <lehr/samplers/sloped_regression.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <Eigen/Dense>

#include <lehr/math/vector_functions.hpp>

namespace lehr {
namespace {

constexpr Index kPiece = 128;                          // centres at a time: they stay in the first-level cache
constexpr Index kRowsOfDesign = 512;                   // that are held at a time
constexpr double kQuadratic = 1e-6;                    // the ridge that keeps coefficients of the quadratic finite
constexpr std::array kLengthscales = {0.8, 1.4, 2.4};  // times the square root of the number of coordinates
constexpr std::array kPenalties = {1e-3, 3e-2};

Index quadratic_count(Index p) { return 1 + p + p * (p + 1) / 2; }

/// Rows of the least-squares problem for one point: its value, then its slopes.
class Design {
 public:
  Design(const Matrix& centres, double lengthscale)
      : centres_(centres), factor_(1 / (lengthscale * lengthscale)), p_(centres.cols()) {}

  Index unknowns() const { return quadratic_count(p_) + centres_.rows(); }

  void fill(const Eigen::Ref<const Matrix>& v, bool with_slopes, Eigen::Ref<Matrix> rows) const {
    rows.setZero();
    rows(0, 0) = 1;
    rows.row(0).segment(1, p_) = v;
    Index k = 1 + p_;
    for (Index i = 0; i < p_; ++i) {
      for (Index j = i; j < p_; ++j, ++k) rows(0, k) = v(0, i) * v(0, j);
    }
    Vector radial = Vector::Zero(centres_.rows());
    for (Index j = 0; j < p_; ++j) radial.array() -= 0.5 * factor_ * (centres_.col(j).array() - v(0, j)).square();
    exp_in_place({radial.data(), static_cast<std::size_t>(radial.size())});
    rows.row(0).tail(centres_.rows()) = radial.transpose();
    if (!with_slopes) return;
    for (Index j = 0; j < p_; ++j) {
      rows(1 + j, 1 + j) = 1;
      rows.row(1 + j).tail(centres_.rows()) =
          (factor_ * (centres_.col(j).array() - v(0, j)) * radial.array()).matrix().transpose();
    }
    k = 1 + p_;
    for (Index i = 0; i < p_; ++i) {
      for (Index j = i; j < p_; ++j, ++k) {
        rows(1 + i, k) += v(0, j);
        rows(1 + j, k) += v(0, i);
      }
    }
  }

 private:
  const Matrix& centres_;
  double factor_;
  Index p_;
};

bool has_slope(const SlopedValues& known, Index i) { return std::isfinite(known.slopes(i, 0)); }

SlopedValues some_of(const SlopedValues& known, const std::vector<Index>& indices) {
  return {known.points(indices, Eigen::all), known.values(indices), known.slopes(indices, Eigen::all),
          known.weights(indices)};
}

}  // namespace

bool SlopedRegression::fit(const SlopedValues& known, const Smoothness& smoothness) {
  const Index p = known.points.cols();
  const Index count = known.points.rows();
  centres_ = known.points;
  lengthscale_ = smoothness.lengthscale;
  const Design design(centres_, lengthscale_);
  const Index unknowns = design.unknowns();
  Matrix normal = Matrix::Zero(unknowns, unknowns);
  Vector right = Vector::Zero(unknowns);

  Matrix rows(std::max(kRowsOfDesign, p + 1), unknowns);
  Vector wanted(rows.rows());
  Index filled = 0;
  const auto flush = [&] {
    normal.selfadjointView<Eigen::Lower>().rankUpdate(rows.topRows(filled).transpose());
    right.noalias() += rows.topRows(filled).transpose() * wanted.head(filled);
    filled = 0;
  };
  for (Index i = 0; i < count; ++i) {
    const bool sloped = has_slope(known, i);
    const Index own = sloped ? p + 1 : 1;
    if (filled + own > rows.rows()) flush();
    auto block = rows.middleRows(filled, own);
    design.fill(known.points.row(i), sloped, block);
    block *= known.weights(i);
    wanted(filled) = known.weights(i) * known.values(i);
    if (sloped) wanted.segment(filled + 1, p) = known.weights(i) * known.slopes.row(i).transpose();
    filled += own;
  }
  flush();

  const Index quadratic = quadratic_count(p);
  normal.diagonal().head(quadratic).array() += kQuadratic * static_cast<double>(count);
  const double factor = -0.5 / (lengthscale_ * lengthscale_);
  for (Index i = 0; i < centres_.rows(); ++i) {
    for (Index j = 0; j <= i; ++j) {
      const double square = (centres_.row(i) - centres_.row(j)).squaredNorm();
      normal(quadratic + i, quadratic + j) += smoothness.penalty * std::exp(factor * square);
    }
    normal(quadratic + i, quadratic + i) += 1e-3 * smoothness.penalty;
  }
  const Eigen::LDLT<Matrix, Eigen::Lower> factorised(normal);
  if (factorised.info() != Eigen::Success) return false;
  const Vector found = factorised.solve(right);
  if (!found.allFinite()) return false;

  constant_ = found(0);
  linear_ = found.segment(1, p);
  curvature_.resize(p, p);
  for (Index i = 0, k = 1 + p; i < p; ++i) {
    for (Index j = i; j < p; ++j, ++k) curvature_(i, j) = curvature_(j, i) = i == j ? 2 * found(k) : found(k);
  }
  radial_ = found.tail(centres_.rows());
  return true;
}

std::optional<SlopedRegression::Smoothness> SlopedRegression::choose(const SlopedValues& known) {
  std::vector<Index> kept;
  std::vector<Index> held;
  for (Index i = 0; i < known.points.rows(); ++i) (i % 5 == 2 ? held : kept).push_back(i);
  const SlopedValues some = some_of(known, kept);
  const double dimension = std::sqrt(static_cast<double>(known.points.cols()));
  std::optional<Smoothness> best;
  double least = std::numeric_limits<double>::infinity();
  Vector slope(known.points.cols());
  for (const double lengthscale : kLengthscales) {
    for (const double penalty : kPenalties) {
      SlopedRegression candidate;
      const Smoothness smoothness{lengthscale * dimension, penalty};
      if (!candidate.fit(some, smoothness)) continue;
      double misses = 0;
      for (const Index i : held) {
        const Vector v = known.points.row(i).transpose();
        const double weight = known.weights(i) * known.weights(i);
        const double miss = candidate.at(v.data(), slope.data()) - known.values(i);
        misses += weight * miss * miss;
        if (has_slope(known, i)) misses += weight * (slope - known.slopes.row(i).transpose()).squaredNorm();
      }
      if (misses < least) {
        least = misses;
        best = smoothness;
      }
    }
  }
  return best;
}

double SlopedRegression::at(const double* v_data, double* slope_data) const {
  const Index p = linear_.size();
  const Eigen::Map<const Vector> v(v_data, p);
  Eigen::Map<Vector> slope(slope_data, p);
  slope.setZero();
  double value = 0;
  const double inverse = 1 / (lengthscale_ * lengthscale_);
  alignas(64) std::array<double, kPiece> memory;
  for (Index begin = 0; begin < centres_.rows(); begin += kPiece) {
    const Index count = std::min(kPiece, centres_.rows() - begin);
    Eigen::Map<Eigen::ArrayXd> weighted(memory.data(), count);
    weighted.setZero();
    for (Index j = 0; j < p; ++j) {
      weighted -= 0.5 * inverse * (centres_.col(j).segment(begin, count).array() - v(j)).square();
    }
    exp_in_place({memory.data(), static_cast<std::size_t>(count)});
    weighted *= radial_.segment(begin, count).array();
    const double sum = weighted.sum();
    value += sum;
    for (Index j = 0; j < p; ++j) {
      slope(j) += (centres_.col(j).segment(begin, count).array() * weighted).sum() - sum * v(j);
    }
  }
  slope *= inverse;
  value += constant_ + linear_.dot(v);
  slope += linear_;
  for (Index j = 0; j < p; ++j) {
    const double along = curvature_.col(j).dot(v);
    slope(j) += along;
    value += 0.5 * along * v(j);
  }
  return value;
}

}  // namespace lehr
