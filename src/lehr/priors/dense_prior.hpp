#pragma once

#include <memory>
#include <optional>
#include <stop_token>

#include <lehr/priors/gaussian_prior.hpp>
#include <lehr/priors/new_rows.hpp>
#include <lehr/priors/prior_form.hpp>

namespace lehr {

/// Function space: K by its lower triangle. Nothing reads above it.
class DensePrior final : public GaussianPrior {
 public:
  DensePrior() = default;
  /// Of a matrix that no kernel stands behind: it has no new rows and no gradient.
  explicit DensePrior(Matrix k) : k_(std::move(k)) {}

  /// Where to write K; then `finish`.
  Matrix& matrix() { return k_; }
  /// Makes it ready for a use. False when the numbers break down.
  [[nodiscard]] bool finish(Use use, std::optional<KernelAt> kernel = std::nullopt, std::stop_token stop = {});

  const Matrix& lower() const { return k_; }
  /// L with K = L L'; needs Use::draws.
  const Matrix& factor() const { return factor_; }
  const std::optional<KernelAt>& kernel() const { return kernel_; }
  const std::stop_token& stop() const { return stop_; }
  double least_noise() const { return kLeastNoise * k_.diagonal().maxCoeff(); }

  Index size() const override { return k_.rows(); }
  Vector marginal_variances() const override { return k_.diagonal(); }
  Vector multiply(const Vector& x) const override;
  Vector draw(Stream& stream) const override;
  double jitter() const override { return jitter_; }
  std::optional<std::size_t> rank() const override { return std::nullopt; }
  std::unique_ptr<Conditioned> under_sites(std::unique_ptr<Conditioned> memory) const override;
  std::unique_ptr<OneByOne> one_by_one(OrderedSites sites, double noise,
                                       std::unique_ptr<OneByOne> memory) const override;
  std::optional<LatentMoments> extend(const Dataset& rows, const Vector& state, double noise) const override;

 private:
  Matrix k_;  // with its jitter
  Matrix factor_;
  double jitter_ = 0;
  std::optional<KernelAt> kernel_;
  std::stop_token stop_;
};

}  // namespace lehr
