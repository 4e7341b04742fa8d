#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <lehr/linalg/types.hpp>
#include <lehr/model/coordinates.hpp>
#include <lehr/priors/sites.hpp>
#include <lehr/sites/shared_regression.hpp>

namespace lehr {

/// Sites at one theta, and the mean of the law under them.
struct FoundSites {
  Sites sites;
  Vector mean;
};

/// Sites as a frozen function of theta: log w, nu and the mean of every row as smooth functions of log theta through
/// what was found at some points in warm-up. Any function of theta alone keeps an estimate unbiased. Good sites need no
/// sweep, and where they are not good is a function of theta as well.
class LearnedSites {
 public:
  /// How many points of the posterior's bulk it takes with that many parameters.
  static std::size_t points_needed(std::size_t parameters);

  /// From what was found at points of log theta. Where the numbers broke down sites are empty, and are left out.
  /// Precisions are held below `most_precision`. Nothing serves without a sweep until judge() says so.
  LearnedSites(const std::vector<std::vector<double>>& log_thetas, const std::vector<FoundSites>& found,
               double most_precision = std::numeric_limits<double>::infinity());

  /// Empty farther away than the points it was learned from.
  std::optional<FoundSites> at(std::span<const double> log_theta) const;

  /// What the other points tell of one of them: how good it is where it has not been. Empty where nothing was found.
  std::optional<FoundSites> without(std::size_t point) const;

  /// Takes, for each point, how far the proposals by without(point) are from the posterior, by Kullback and Leibler:
  /// infinite where they broke down, NaN where nothing is known. From then on sites serve as they are where these
  /// numbers, by a smooth function of theta, are likely to be below `most`.
  void judge(std::span<const double> divergences, double most);

  /// Whether no sweep is needed at this theta.
  bool serves(std::span<const double> log_theta) const;

 private:
  FoundSites sites_of(const Vector& values) const;

  Coordinates coordinates_;
  double most_precision_;
  double radius_ = 0;
  std::vector<Vector> points_;                // u of those with sites
  std::vector<std::optional<Index>> places_;  // of each point among these
  std::optional<SharedRegression> values_;    // each log w, then each nu, then each mean
  Vector log_divergence_;                     // coefficients, once it was judged
  double most_log_divergence_ = 0;
};

}  // namespace lehr
