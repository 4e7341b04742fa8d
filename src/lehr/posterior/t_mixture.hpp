#pragma once

#include <span>
#include <vector>

#include <lehr/linalg/types.hpp>
#include <lehr/random/stream.hpp>

namespace lehr {

/// A mixture of multivariate t densities like a set of points. Its parts follow the points, but for a wide one: with it
/// the density is nowhere far below that of what the points were drawn from.
class TMixture {
 public:
  /// A function of the points and their order. They are as many as coordinates, at least, plus two.
  explicit TMixture(const std::vector<std::vector<double>>& points);

  double log_density(std::span<const double> point) const;
  std::vector<double> draw(Stream& stream) const;

 private:
  /// Its density is t with `freedom` degrees of freedom, centre and scale matrix factor factor'.
  struct Part {
    double share = 1;
    double freedom = 1;
    Vector mean;
    Matrix factor;  // lower triangle

    double log_density(const Vector& point) const;
  };

  std::vector<Part> parts_;
};

}  // namespace lehr
