#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stop_token>

#include <lehr/linalg/panel_matrix.hpp>
#include <lehr/linalg/panel_status.hpp>
#include <lehr/priors/gaussian_prior.hpp>
#include <lehr/priors/new_rows.hpp>

namespace lehr {

/// Bytes that dense work on so many rows takes at most in one thread.
double dense_bytes(std::size_t rows, Use use);

/// Function space: K by its lower triangle. Nothing reads above it. Where a kernel stands behind it, it is filled in
/// when it is first asked for (by one thread), and what needs it in another order need not ask.
class DensePrior final : public GaussianPrior {
 public:
  DensePrior() = default;
  /// Of a matrix that no kernel stands behind: it has no new rows and no gradient.
  explicit DensePrior(Matrix k) : k_(std::move(k)), is_filled_(true) {}

  /// Where to write K.
  Matrix& matrix() {
    is_filled_ = true;
    return k_;
  }
  /// K is that of the kernel, at the theta that `begin` tells.
  void forget_matrix();
  /// Begins at a theta; only memory is left of what was before, and the matrix if it was written.
  void begin(std::optional<KernelAt> kernel, std::stop_token stop = {});

  const Matrix& lower() const;
  /// K with its rows and columns in order, and so much more on the diagonal.
  void gather(std::span<const Index> order, double diagonal, PanelMatrix<double>& out) const;
  /// L with K = L L'; needs prepare_draws().
  const PanelMatrix<double>& factor() const { return factor_; }
  const std::optional<KernelAt>& kernel() const { return kernel_; }
  const std::stop_token& stop() const { return stop_; }
  StopCheck stop_check() const {
    return [stop = stop_] { return stop.stop_requested(); };
  }

  Index size() const override { return is_filled_ ? k_.rows() : static_cast<Index>(kernel_->data.rows); }
  Vector marginal_variances() const override;
  Vector multiply(const Vector& x) const override;
  bool prepare_draws() override;
  Vector draw(Stream& stream) const override;
  double jitter() const override { return jitter_; }
  double bytes(Use use) const override { return dense_bytes(static_cast<std::size_t>(size()), use); }
  std::optional<std::size_t> rank() const override { return std::nullopt; }
  std::unique_ptr<Conditioned> under_sites(std::unique_ptr<Conditioned> memory) const override;
  std::unique_ptr<OneByOne> one_by_one(OrderedSites sites, double noise,
                                       std::unique_ptr<OneByOne> memory) const override;
  std::unique_ptr<Regression> regression(double noise, Accuracy accuracy,
                                         std::unique_ptr<Regression> memory) const override;
  Vector extend_mean(const Dataset& rows, const Vector& alpha) const override;

 private:
  mutable Matrix k_;  // with its jitter
  mutable bool is_filled_ = false;
  PanelMatrix<double> factor_;
  bool is_factorised_ = false;
  double jitter_ = 0;
  std::optional<KernelAt> kernel_;
  std::stop_token stop_;
};

}  // namespace lehr
