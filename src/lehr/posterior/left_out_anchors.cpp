#include <lehr/posterior/left_out_anchors.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <Eigen/Dense>

#include <lehr/math/normal.hpp>
#include <lehr/model/coordinates.hpp>

namespace lehr {
namespace {

/// Each of the values by its rank among them, on the scale of a normal: one that lies far out along a tail of the prior
/// does not press the others together, between which a regression has to tell.
Vector normal_scores(const Vector& values) {
  std::vector<Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return values(a) < values(b); });
  Vector scores(values.size());
  double score = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || values(order[i]) > values(order[i - 1])) {
      score = normal_quantile_of_log(std::log((static_cast<double>(i) + 0.5) / static_cast<double>(order.size())));
    }
    scores(order[i]) = score;
  }
  return scores;
}

}  // namespace

Matrix coordinates_of(const std::vector<std::size_t>& states, const std::vector<std::vector<double>>& draws,
                      const ParameterSpace& space) {
  constexpr Index kSome = 4000;
  const auto p = static_cast<Index>(space.size());
  const Index count = std::ssize(states);
  Matrix coordinates(p, count);
  Vector values(count);
  for (Index k = 0; k < p; ++k) {
    const Parameter& parameter = space[static_cast<std::size_t>(k)];
    for (Index s = 0; s < count; ++s) {
      values(s) = parameter.free(draws[states[static_cast<std::size_t>(s)]][static_cast<std::size_t>(k)]);
    }
    coordinates.row(k) = normal_scores(values).transpose();
  }
  std::vector<std::vector<double>> some;
  for (Index i = 0; i < std::min(count, kSome); ++i) {
    const auto column = coordinates.col(i * count / std::min(count, kSome));
    some.emplace_back(column.begin(), column.end());
  }
  const Coordinates uncorrelated(some);
  for (Index s = 0; s < count; ++s) {
    const Vector point = coordinates.col(s);
    coordinates.col(s) = uncorrelated.to_u({point.data(), space.size()});
  }
  return coordinates;
}

std::vector<std::size_t> choose_anchors(const Matrix& coordinates, std::size_t count) {
  std::vector<std::size_t> anchors;
  const auto states = static_cast<std::size_t>(coordinates.cols());
  Vector distances = Vector::Constant(coordinates.cols(), std::numeric_limits<double>::infinity());  // squared
  const auto take = [&](std::size_t state) {
    anchors.push_back(state);
    const Vector taken = coordinates.col(static_cast<Index>(state));
    distances = distances.cwiseMin((coordinates.colwise() - taken).colwise().squaredNorm().transpose());
  };
  const std::size_t evenly = 2 * count / 3;
  for (std::size_t i = 0; i < evenly; ++i) take((2 * i + 1) * states / (2 * evenly));
  while (anchors.size() < count) {
    Index farthest = 0;
    distances.maxCoeff(&farthest);
    take(static_cast<std::size_t>(farthest));
  }
  return anchors;
}

}  // namespace lehr
