#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include <lehr/data/dataset.hpp>
#include <lehr/model/model.hpp>
#include <lehr/priors/gaussian_prior.hpp>
#include <lehr/sites/approximation.hpp>

namespace lehr::reproduce {

using Point = std::array<double, 2>;

/// The problem of the paper's figure 1: inputs (-1, -1) and (1, 1), both with label 1, sigma = 15, tau = exp(-1). Its
/// two latent values f can be drawn in the plane. q is the approximation of that name; the distributions between it and
/// the posterior are g_beta = q exp(beta h). Log densities are up to a constant.
class TwoPoints {
 public:
  explicit TwoPoints(std::string_view approximation);

  double log_prior(const Point& f) const;
  double log_likelihood(const Point& f) const;
  double log_density(double beta, const Point& f) const;  // of g_beta

  /// Where one sample is at each beta, given from 0 to 1: drawn from q, then moved once at each further beta by an
  /// elliptical slice.
  std::vector<Point> carry(const std::vector<double>& betas, std::uint64_t seed, std::uint64_t sample) const;

 private:
  LatentProblem problem() const { return {*prior_, *density_}; }
  double tilt_at(const Point& f) const;

  Dataset data_;
  Model model_;
  std::unique_ptr<GaussianPrior> prior_;
  std::unique_ptr<Regression> regression_;  // on f itself
  std::unique_ptr<RowDensity> density_;
  SitePosterior posterior_;
};

}  // namespace lehr::reproduce
