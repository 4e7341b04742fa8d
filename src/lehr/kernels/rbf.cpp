// The squared exponential: rho(r2) = exp(-r2 / 2).

#include <lehr/kernels/kernel.hpp>
#include <lehr/math/vector_functions.hpp>

namespace lehr::kernels {
namespace {

class Rbf final : public Kernel {
 public:
  std::string_view name() const override { return "rbf"; }
  std::string_view formula() const override { return "variance * exp(-r^2 / 2); smooth"; }

  void correlation(std::span<double> values) const override {
    for (double& value : values) value *= -0.5;
    exp_in_place(values);
  }

  void slope(std::span<double> values) const override {
    correlation(values);
    for (double& value : values) value *= -0.5;
  }
};

}  // namespace

const Kernel& rbf() {
  static const Rbf kernel;
  return kernel;
}

}  // namespace lehr::kernels
