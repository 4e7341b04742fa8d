// Probit: p(y = 1 | f) = Phi(f), Phi the standard normal distribution function: with s = +1 for the positive class and
// -1 for the other, p(y | f) = Phi(s f). That is P(s t > 0) for t = f + N(0, 1).

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <lehr/data/responses.hpp>
#include <lehr/likelihoods/likelihood.hpp>
#include <lehr/math/normal.hpp>
#include <lehr/random/distributions.hpp>

namespace lehr::likelihoods {
namespace {

class ProbitRows final : public RowDensity {
 public:
  explicit ProbitRows(std::vector<double> signs) : signs_(std::move(signs)) {}

  std::size_t rows() const override { return signs_.size(); }

  LogDensity log_density(std::size_t row, double f) const override {
    const double s = signs_[row];
    const LogNormalCdf l = log_normal_cdf_derivatives(s * f);
    return {l.value, s * l.first, l.second, s * l.third};
  }

  double curvature_bound() const override { return 1; }  // which it nears where s f is far below 0

  double total(std::span<const double> f) const override {
    std::array<double, 512> values;
    double total = 0;
    for (std::size_t begin = 0; begin < f.size(); begin += values.size()) {
      const std::size_t count = std::min(values.size(), f.size() - begin);
      for (std::size_t i = 0; i < count; ++i) values[i] = signs_[begin + i] * f[begin + i];
      log_normal_cdf(std::span<const double>(values.data(), count), std::span(values.data(), count));
      for (std::size_t i = 0; i < count; ++i) total += values[i];
    }
    return total;
  }

  /// A normal prior convolved with a normal cdf: Z(m) = Phi(z), z = s m / sqrt(1 + v).
  CavityIntegral cavity_integral(std::size_t row, double mean, double variance) const override {
    const double s = signs_[row];
    const double scale = 1 / std::sqrt(1 + variance);
    const LogNormalCdf l = log_normal_cdf_derivatives(s * mean * scale);
    return {l.value, s * scale * l.first, scale * scale * l.second};
  }

  double noise() const override { return 1; }

  void draw_state(std::span<const double> f, Stream& stream, std::span<double> state) const override {
    for (std::size_t i = 0; i < f.size(); ++i) {
      const double centre = signs_[i] * f[i];
      const double x = normal_quantile_of_log(log_normal_cdf(centre) + std::log(draw_uniform(stream)));
      state[i] = signs_[i] * std::max(centre - x, 0.0);
    }
  }

  /// t ~ N(mean, variance) truncated to s t > 0, by inversion: a monotone function of the uniform number.
  void draw(std::size_t row, const RowCavity& cavity, const RowNumbers& numbers, std::span<double> log_mass,
            std::span<double> values) const override {
    const double s = signs_[row];
    const double sd = std::sqrt(cavity.variance);
    const std::size_t count = cavity.means.size();
    for (std::size_t p = 0; p < count; ++p) values[p] = s * cavity.means[p] / sd;  // s mean in units of the sd
    log_normal_cdf(std::span<const double>(values.data(), count), log_mass);
    // With u uniform and x the u Phi(z) quantile, z - x > 0 is a standard normal about z truncated to positive values.
    std::array<double, 64> memory;
    for (std::size_t begin = 0; begin < count; begin += memory.size()) {
      const std::span<double> quantiles(memory.data(), std::min(memory.size(), count - begin));
      for (std::size_t p = 0; p < quantiles.size(); ++p) {
        quantiles[p] = numbers.logs[begin + p] + log_mass[begin + p];
      }
      normal_quantiles_of_log(quantiles, quantiles);
      for (std::size_t p = 0; p < quantiles.size(); ++p) {
        values[begin + p] = s * sd * std::max(values[begin + p] - quantiles[p], 0.0);
      }
    }
  }

  int numbers_per_row() const override { return 1; }

 private:
  std::vector<double> signs_;
};

class Probit final : public Likelihood {
 public:
  std::string_view name() const override { return "probit"; }
  std::string_view formula() const override { return "p(y | f) = Phi(y f), the standard normal cdf"; }

  std::unique_ptr<RowDensity> at(const Responses& responses, std::span<const double> /*parameters*/) const override {
    return std::make_unique<ProbitRows>(signs_of(responses));
  }

  double draw(double f, std::span<const double> /*parameters*/, double uniform) const override {
    return uniform < normal_cdf(f) ? 1 : 0;
  }
};

}  // namespace

const Likelihood& probit() {
  static const Probit likelihood;
  return likelihood;
}

}  // namespace lehr::likelihoods
