#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <lehr/linalg/types.hpp>
#include <lehr/model/coordinates.hpp>
#include <lehr/priors/sites.hpp>

namespace lehr {

/// Sites as a frozen function of theta: log w and nu of every row as quadratics of log theta (or, with many parameters,
/// linear), by least squares through sites that were found at some points in warm-up. Any function of theta alone keeps
/// an estimate unbiased; a good one saves most of the sweeps.
class LearnedSites {
 public:
  /// How many points it takes with that many parameters.
  static std::size_t points_needed(std::size_t parameters);

  /// From the sites at points of log theta. Empty sites, where the numbers broke down, are left out.
  LearnedSites(const std::vector<std::vector<double>>& log_thetas, const std::vector<Sites>& sites);

  /// Empty farther away than the points it was learned from.
  std::optional<Sites> at(std::span<const double> log_theta) const;

 private:
  Vector terms(const Vector& u) const;

  Coordinates coordinates_;
  bool quadratic_ = true;
  double radius_ = 0;
  Matrix coefficients_;  // a column for each log w, then for each nu
};

}  // namespace lehr
