// The exponential kernel, Matern of order 1/2: rho(r2) = exp(-r). Its slope -exp(-r) / (2 r) is infinite at r = 0.

#include <lehr/kernels/half_integer.hpp>
#include <lehr/kernels/kernel.hpp>

namespace lehr::kernels {
namespace {

class Matern12 final : public Kernel {
 public:
  std::string_view name() const override { return "matern12"; }
  std::string_view formula() const override { return "variance * exp(-r); continuous and rough"; }

  void correlation(std::span<double> values) const override {
    times_exponential(values, kScale, [](double /*a*/) { return 1.0; });
  }

  void slope(std::span<double> values) const override {
    times_exponential(values, kScale, [](double a) { return a > 0 ? -0.5 / a : 0.0; });
  }

 private:
  static constexpr double kScale = 1.0;
};

}  // namespace

const Kernel& matern12() {
  static const Matern12 kernel;
  return kernel;
}

}  // namespace lehr::kernels
