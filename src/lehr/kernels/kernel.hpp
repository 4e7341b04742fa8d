#pragma once

#include <span>
#include <string_view>

namespace lehr {

/// A stationary kernel, k(x, x') = variance * rho(r2), with r2 = sum_k (x_k - x'_k)^2 / lengthscale_k^2 and rho(0) = 1.
/// To add one, write one file: docs/how-to-add.md.
class Kernel {
 public:
  virtual ~Kernel() = default;
  virtual std::string_view name() const = 0;
  virtual std::string_view formula() const = 0;

  /// values[i] <- rho(values[i]); every value is a squared distance, finite and >= 0.
  virtual void correlation(std::span<double> values) const = 0;

  /// values[i] <- d rho / d r2 at values[i]. Where the slope is infinite (r2 = 0 of a rough kernel) it gives 0: the
  /// slope is only ever multiplied by a squared difference that is 0 there.
  virtual void slope(std::span<double> values) const = 0;
};

namespace kernels {

/// Every kernel there is, in the order of their names.
std::span<const Kernel* const> all();

/// The kernel of that name; a UsageError names the others.
const Kernel& named(std::string_view name);

}  // namespace kernels
}  // namespace lehr
