// Matern of order 5/2: rho(r2) = (1 + a + a^2 / 3) exp(-a), a = sqrt(5) r; d rho / d r2 = -5/6 (1 + a) exp(-a).

#include <lehr/kernels/half_integer.hpp>
#include <lehr/kernels/kernel.hpp>

namespace lehr::kernels {
namespace {

class Matern52 final : public Kernel {
 public:
  std::string_view name() const override { return "matern52"; }
  std::string_view formula() const override { return "variance * (1 + a + a^2 / 3) * exp(-a), a = sqrt(5) r; twice differentiable"; }

  void correlation(std::span<double> values) const override {
    times_exponential(values, kScale, [](double a) { return 1.0 + a + a * a / 3.0; });
  }

  void slope(std::span<double> values) const override {
    times_exponential(values, kScale, [](double a) { return -5.0 / 6.0 * (1.0 + a); });
  }

 private:
  static constexpr double kScale = 2.23606797749979;
};

}  // namespace

const Kernel& matern52() {
  static const Matern52 kernel;
  return kernel;
}

}  // namespace lehr::kernels
