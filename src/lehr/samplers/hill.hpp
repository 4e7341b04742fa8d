#pragma once

#include <span>
#include <vector>

#include <lehr/model/coordinates.hpp>
#include <lehr/samplers/warm_up.hpp>

namespace lehr {

/// A hill of the target around its top, as a normal density: coordinates in which it has about unit curvature.
class Hill {
 public:
  Hill() = default;
  /// From the top and the first of the points beside it, by differences of slopes.
  Hill(const EvaluatedPoint& top, std::span<const EvaluatedPoint> beside);

  /// One point for each coordinate, a little aside.
  static std::vector<std::vector<double>> points_beside(const EvaluatedPoint& top);

  const Coordinates& coordinates() const { return coordinates_; }
  double log_mass() const { return log_mass_; }  // up to a constant, the same for all hills of a target
  /// In units of its sds.
  double distance_to(const EvaluatedPoint& point) const;
  /// Whether nearly all of its mass is as near to the top as the point.
  bool holds(const EvaluatedPoint& point) const;

 private:
  Coordinates coordinates_;
  double log_mass_ = 0;
};

}  // namespace lehr
