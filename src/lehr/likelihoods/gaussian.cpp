// Gaussian with unit noise variance: p(y | f) = N(y | f, 1), y real. Its evidence is known in closed form, which makes it
// the oracle of everything that is built on a likelihood.

#include <cmath>

#include <lehr/likelihoods/likelihood.hpp>
#include <lehr/math/normal.hpp>

namespace lehr::likelihoods {
namespace {

class Gaussian final : public Likelihood {
 public:
  std::string_view name() const override { return "gaussian"; }
  std::string_view formula() const override { return "p(y | f) = N(y | f, 1), for tests only"; }
  bool is_for_labels() const override { return false; }

  LogDensity log_density(double y, double f) const override {
    return {-0.5 * (y - f) * (y - f) - kHalfLogTwoPi, y - f, -1, 0};
  }

  CavityIntegral cavity_integral(double y, double mean, double variance) const override {
    const double total = 1 + variance;
    const double error = y - mean;
    return {-0.5 * error * error / total - 0.5 * std::log(total) - kHalfLogTwoPi, error / total, -1 / total};
  }

  double draw(double f, double uniform) const override { return f + normal_quantile_of_log(std::log(uniform)); }

 private:
  static constexpr double kHalfLogTwoPi = 0.91893853320467274;
};

}  // namespace

const Likelihood& gaussian() {
  static const Gaussian likelihood;
  return likelihood;
}

}  // namespace lehr::likelihoods
