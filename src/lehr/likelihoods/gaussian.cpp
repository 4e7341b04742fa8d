// Gaussian with unit noise variance: p(y | f) = N(y | f, 1), y real. Its evidence is known in closed form, which makes
// it the oracle of everything that is built on a likelihood.

#include <cmath>
#include <utility>

#include <lehr/likelihoods/likelihood.hpp>
#include <lehr/math/normal.hpp>

namespace lehr::likelihoods {
namespace {

class GaussianRows final : public RowDensity {
 public:
  explicit GaussianRows(std::vector<double> y) : y_(std::move(y)) {}

  std::size_t rows() const override { return y_.size(); }

  LogDensity log_density(std::size_t row, double f) const override {
    const double error = y_[row] - f;
    return {-0.5 * error * error - kHalfLogTwoPi, error, -1, 0};
  }

  double curvature_bound() const override { return 1; }

  CavityIntegral cavity_integral(std::size_t row, double mean, double variance) const override {
    const double total = 1 + variance;
    const double error = y_[row] - mean;
    return {-0.5 * error * error / total - 0.5 * std::log(total) - kHalfLogTwoPi, error / total, -1 / total};
  }

 private:
  std::vector<double> y_;
};

class Gaussian final : public Likelihood {
 public:
  std::string_view name() const override { return "gaussian"; }
  std::string_view formula() const override { return "p(y | f) = N(y | f, 1), for tests only"; }
  ResponseKind responds_to() const override { return ResponseKind::real; }

  std::unique_ptr<RowDensity> at(const Responses& responses, std::span<const double> /*parameters*/) const override {
    return std::make_unique<GaussianRows>(responses.value);
  }

  double draw(double f, std::span<const double> /*parameters*/, double uniform) const override {
    return f + normal_quantile_of_log(std::log(uniform));
  }
};

}  // namespace

const Likelihood& gaussian() {
  static const Gaussian likelihood;
  return likelihood;
}

}  // namespace lehr::likelihoods
