// Probit: p(y | f) = Phi(y f), y in {-1, +1}, Phi the standard normal distribution function.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include <lehr/likelihoods/likelihood.hpp>
#include <lehr/math/normal.hpp>

namespace lehr::likelihoods {
namespace {

class Probit final : public Likelihood {
 public:
  std::string_view name() const override { return "probit"; }
  std::string_view formula() const override { return "p(y | f) = Phi(y f), the standard normal cdf"; }
  double noise() const override { return 1; }

  LogDensity log_density(double y, double f) const override {
    const LogNormalCdf l = log_normal_cdf_derivatives(y * f);
    return {l.value, y * l.first, l.second, y * l.third};
  }

  double total_log_density(std::span<const double> y, std::span<const double> f) const override {
    std::array<double, 512> values;
    double total = 0;
    for (std::size_t begin = 0; begin < f.size(); begin += values.size()) {
      const std::size_t count = std::min(values.size(), f.size() - begin);
      for (std::size_t i = 0; i < count; ++i) values[i] = y[begin + i] * f[begin + i];
      log_normal_cdf(std::span<const double>(values.data(), count), std::span(values.data(), count));
      for (std::size_t i = 0; i < count; ++i) total += values[i];
    }
    return total;
  }

  /// A normal prior convolved with a normal cdf: Z(m) = Phi(z), z = y m / sqrt(1 + v).
  CavityIntegral cavity_integral(double y, double mean, double variance) const override {
    const double scale = 1 / std::sqrt(1 + variance);
    const LogNormalCdf l = log_normal_cdf_derivatives(y * mean * scale);
    return {l.value, y * scale * l.first, scale * scale * l.second};
  }

  double positive_probability(double mean, double variance) const override {
    return normal_cdf(mean / std::sqrt(1 + variance));
  }

  double draw(double f, double uniform) const override { return uniform < normal_cdf(f) ? 1 : -1; }
};

}  // namespace

const Likelihood& probit() {
  static const Probit likelihood;
  return likelihood;
}

}  // namespace lehr::likelihoods
