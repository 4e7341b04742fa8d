#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include <lehr/linalg/pivoted_cholesky.hpp>
#include <lehr/priors/gaussian_prior.hpp>
#include <lehr/priors/new_rows.hpp>

namespace lehr {

/// Bytes that work of a rank takes at most in one thread.
double low_rank_bytes(double rank, std::size_t rows, Use use);

/// Weight space: f = G x with x ~ N(0, I), so that K = G G' has a rank of the columns of G. The last ones are
/// term_columns, the others come from the kernel.
///
/// Of the kernel, a new row has the weights g* with L g* = its covariances with the pivots, L = G at the pivots; what
/// g*'g* leaves of its variance is its own, independent of the rest.
class LowRankPrior final : public GaussianPrior {
 public:
  /// Of what G is for the kernel alone.
  explicit LowRankPrior(PivotedFactor g, std::optional<KernelAt> kernel = std::nullopt, std::stop_token stop = {});

  const Matrix& g() const { return g_.columns; }
  const std::optional<KernelAt>& kernel() const { return kernel_; }
  const std::stop_token& stop() const { return stop_; }

  /// Mean and variance at new rows where x is N(mean, (P P')^-1), P the lower factor of its precision. Means nothing
  /// after a stop request.
  LatentMoments extend_weights(const Dataset& rows, const Vector& mean, const Matrix& precision_factor) const;

  Index size() const override { return g().rows(); }
  Vector marginal_variances() const override { return g().rowwise().squaredNorm(); }
  Vector multiply(const Vector& x) const override;
  Vector draw(Stream& stream) const override;
  double jitter() const override { return 0; }
  double bytes(Use use) const override {
    return low_rank_bytes(static_cast<double>(g().cols()), static_cast<std::size_t>(size()), use);
  }
  std::optional<std::size_t> rank() const override { return static_cast<std::size_t>(g().cols()); }
  std::unique_ptr<Conditioned> under_sites(std::unique_ptr<Conditioned> memory) const override;
  std::unique_ptr<OneByOne> one_by_one(OrderedSites sites, double noise,
                                       std::unique_ptr<OneByOne> memory) const override;
  std::unique_ptr<Regression> regression(double noise, Accuracy accuracy,
                                         std::unique_ptr<Regression> memory) const override;
  Vector extend_mean(const Dataset& rows, const Vector& alpha) const override;

 private:
  /// The weights g* of new rows, a row each, in blocks of one width of which `new_rows` are wanted. Stops on request.
  using VisitWeights = std::function<void(Matrix& weights, Index begin, Index new_rows)>;
  void visit_weights(const Dataset& rows, const VisitWeights& visit) const;

  PivotedFactor g_;
  Index of_kernel_;  // columns of G
  std::optional<KernelAt> kernel_;
  std::stop_token stop_;
};

}  // namespace lehr
