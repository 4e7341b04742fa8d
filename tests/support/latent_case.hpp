#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Dense>

#include <lehr/evidence/estimator.hpp>
#include <lehr/priors/dense_prior.hpp>
#include <lehr/random/stream.hpp>
#include <lehr/sites/approximation.hpp>

#include "support/latent_problems.hpp"

// Small problems built by hand, their sites, and the particles that an estimator makes of them.
namespace lehr {

/// A latent problem that owns its parts. The jitter is in the covariance. The library sees lower triangles with NaN
/// above them: nothing may read there.
struct LatentCase {
  Matrix covariance;  // both triangles
  Matrix lower;       // what the library sees of it
  std::vector<double> y;
  const Likelihood& likelihood;
  std::unique_ptr<DensePrior> owned = std::make_unique<DensePrior>();
  DensePrior& prior = *owned;  // laws refer to it, also when the case is moved
  std::unique_ptr<RowDensity> density;
  Matrix prior_factor;
  double jitter = 0;

  LatentCase(Matrix k, std::vector<double> labels, const Likelihood& l);

  /// Other responses to the same latent values.
  void respond(std::vector<double> labels);

  LatentProblem problem() const { return {prior, *density}; }
  Index size() const { return static_cast<Index>(y.size()); }
};

double uniform_between(Stream& stream, double low, double high);

/// A positive definite matrix of full rank, correlations of any size and sign, variances around `scale`.
Matrix random_covariance(Index n, double scale, Stream& stream);

std::vector<double> random_labels(Index n, Stream& stream);

SitePosterior with_sites(const LatentCase& latent, Vector precision, Vector shift);

SitePosterior fitted(const LatentCase& latent, const std::string& approximation, std::optional<int> sweeps = {});

/// Sites by a word: the name of an approximation, "one sweep" (of EP: far from converged) or "wrong" (random).
SitePosterior sites_by_name(const LatentCase& latent, const std::string& name, Stream& stream);

struct Particles {
  std::vector<double> log_weights;
  Matrix states;  // a column each
};

Particles run_particles(const Estimator& estimator, const LatentCase& latent, const SitePosterior& posterior,
                        const Ladder& ladder, std::size_t count, std::uint64_t seed);

}  // namespace lehr
