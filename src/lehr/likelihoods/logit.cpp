// Logit: p(y = 1 | f) = 1 / (1 + exp(-f)): with s = +1 for the positive class and -1 for the other,
// p(y | f) = 1 / (1 + exp(-s f)).

#include <algorithm>
#include <cmath>
#include <utility>

#include <lehr/data/responses.hpp>
#include <lehr/likelihoods/likelihood.hpp>
#include <lehr/math/vector_functions.hpp>

namespace lehr::likelihoods {
namespace {

class LogitRows final : public RowDensity {
 public:
  explicit LogitRows(std::vector<double> signs) : signs_(std::move(signs)) {}

  std::size_t rows() const override { return signs_.size(); }

  LogDensity log_density(std::size_t row, double f) const override {
    const double s = signs_[row];
    const double decay = std::exp(-std::abs(f));                   // never overflows
    const double wrong = (s * f > 0 ? decay : 1.0) / (1 + decay);  // p(the other class | f)
    const double right_times_wrong = decay / ((1 + decay) * (1 + decay));
    const double right_less_wrong = std::copysign((1 - decay) / (1 + decay), s * f);
    return {-std::log1p(decay) + std::min(0.0, s * f), s * wrong, -right_times_wrong,
            s * right_times_wrong * right_less_wrong};
  }

  double curvature_bound() const override { return 0.25; }  // at f = 0

  void log_densities(std::size_t row, std::span<const double> f, std::span<double> out) const override {
    for (std::size_t i = 0; i < f.size(); ++i) out[i] = -std::abs(f[i]);
    exp_in_place(out);
    for (double& value : out) value += 1;
    log_in_place(out);
    for (std::size_t i = 0; i < f.size(); ++i) out[i] = std::min(0.0, signs_[row] * f[i]) - out[i];
  }

 private:
  std::vector<double> signs_;
};

class Logit final : public Likelihood {
 public:
  std::string_view name() const override { return "logit"; }
  std::string_view formula() const override { return "p(y | f) = 1 / (1 + exp(-y f)), the logistic function"; }

  std::unique_ptr<RowDensity> at(const Responses& responses, std::span<const double> /*parameters*/) const override {
    return std::make_unique<LogitRows>(signs_of(responses));
  }

  double draw(double f, std::span<const double> /*parameters*/, double uniform) const override {
    return uniform < 1 / (1 + std::exp(-f)) ? 1 : 0;
  }
};

}  // namespace

const Likelihood& logit() {
  static const Logit likelihood;
  return likelihood;
}

}  // namespace lehr::likelihoods
