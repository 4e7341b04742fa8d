// Matern of order 3/2: rho(r2) = (1 + a) exp(-a), a = sqrt(3) r; d rho / d r2 = -3/2 exp(-a).

#include <lehr/kernels/half_integer.hpp>
#include <lehr/kernels/kernel.hpp>

namespace lehr::kernels {
namespace {

class Matern32 final : public Kernel {
 public:
  std::string_view name() const override { return "matern32"; }
  std::string_view formula() const override { return "variance * (1 + a) * exp(-a), a = sqrt(3) r; once differentiable"; }

  void correlation(std::span<double> values) const override {
    times_exponential(values, kScale, [](double a) { return 1.0 + a; });
  }

  void slope(std::span<double> values) const override {
    times_exponential(values, kScale, [](double /*a*/) { return -1.5; });
  }

 private:
  static constexpr double kScale = 1.7320508075688772;
};

}  // namespace

const Kernel& matern32() {
  static const Matern32 kernel;
  return kernel;
}

}  // namespace lehr::kernels
