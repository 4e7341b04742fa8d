#include <lehr/samplers/sloped_regression.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <lehr/math/vector_functions.hpp>
#include <lehr/model/coordinates.hpp>
#include <lehr/samplers/sloped_equations.hpp>

namespace lehr {
namespace {

constexpr Index kPiece = 128;                          // centres at a time: they stay in the first-level cache
constexpr std::array kLengthscales = {0.8, 1.4, 2.4};  // times the square root of the number of coordinates
constexpr std::array kPenalties = {1e-3, 3e-2};

SlopedValues some_of(const SlopedValues& known, const std::vector<Index>& indices) {
  return {known.points(indices, Eigen::all), known.values(indices), known.slopes(indices, Eigen::all),
          known.weights(indices), known.directions};
}

}  // namespace

bool SlopedRegression::fit(const SlopedValues& known, const Smoothness& smoothness) {
  SlopedEquations equations(known);
  equations.set_lengthscale(smoothness.lengthscale);
  return take(equations, smoothness);
}

bool SlopedRegression::take(const SlopedEquations& equations, const Smoothness& smoothness) {
  const std::optional<Vector> found = equations.solve(smoothness.penalty);
  if (!found) return false;
  centres_ = equations.centres();
  lengthscale_ = smoothness.lengthscale;
  const Index p = centres_.cols();
  constant_ = (*found)(0);
  linear_ = found->segment(1, p);
  curvature_.resize(p, p);
  for (Index i = 0, k = 1 + p; i < p; ++i) {
    for (Index j = i; j < p; ++j, ++k) curvature_(i, j) = curvature_(j, i) = (i == j ? 2 : 1) * (*found)(k);
  }
  directions_ = equations.directions();
  const auto knots = static_cast<Index>(SlopedEquations::kKnots.size());
  of_directions_ =
      found->segment(quadratic_term_count(p), knots * directions_.rows()).reshaped(knots, directions_.rows());
  radial_ = found->tail(centres_.rows());
  return true;
}

std::optional<SlopedRegression::Smoothness> SlopedRegression::choose(const SlopedValues& known,
                                                                     const std::stop_token& stop) {
  std::vector<Index> kept;
  std::vector<Index> held;
  for (Index i = 0; i < known.points.rows(); ++i) (i % 5 == 2 ? held : kept).push_back(i);
  const double dimension = std::sqrt(static_cast<double>(known.points.cols()));
  SlopedEquations equations(some_of(known, kept));
  std::optional<Smoothness> best;
  double least = std::numeric_limits<double>::infinity();
  Vector slope(known.points.cols());
  for (const double lengthscale : kLengthscales) {
    if (stop.stop_requested()) return std::nullopt;
    equations.set_lengthscale(lengthscale * dimension);
    for (const double penalty : kPenalties) {
      SlopedRegression candidate;
      const Smoothness smoothness{lengthscale * dimension, penalty};
      if (!candidate.take(equations, smoothness)) continue;
      double misses = 0;
      for (const Index i : held) {
        const Vector v = known.points.row(i).transpose();
        const double weight = known.weights(i) * known.weights(i);
        const double miss = candidate.at(v.data(), slope.data()) - known.values(i);
        misses += weight * miss * miss;
        if (known.has_slope(i)) misses += weight * (slope - known.slopes.row(i).transpose()).squaredNorm();
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
  constexpr double kInverse = 1 / (SlopedEquations::kKnotWidth * SlopedEquations::kKnotWidth);
  constexpr std::size_t kKnots = SlopedEquations::kKnots.size();
  for (Index d = 0; d < directions_.rows(); ++d) {
    const double t = directions_.row(d).dot(v);
    for (std::size_t k = 0; k < kKnots; ++k) {
      const double distance = t - SlopedEquations::kKnots[k];
      memory[k] = -0.5 * kInverse * distance * distance;
    }
    exp_in_place({memory.data(), kKnots});
    double derivative = 0;
    for (std::size_t k = 0; k < kKnots; ++k) {
      const double term = of_directions_(static_cast<Index>(k), d) * memory[k];
      value += term;
      derivative -= kInverse * (t - SlopedEquations::kKnots[k]) * term;
    }
    slope += derivative * directions_.row(d).transpose();
  }
  for (Index j = 0; j < p; ++j) {
    const double along = curvature_.col(j).dot(v);
    slope(j) += along;
    value += 0.5 * along * v(j);
  }
  return value;
}

}  // namespace lehr
