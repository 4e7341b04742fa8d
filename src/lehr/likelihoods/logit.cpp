// Logit: p(y | f) = 1 / (1 + exp(-y f)), y in {-1, +1}.

#include <algorithm>
#include <cmath>

#include <lehr/likelihoods/likelihood.hpp>

namespace lehr::likelihoods {
namespace {

class Logit final : public Likelihood {
 public:
  std::string_view name() const override { return "logit"; }
  std::string_view formula() const override { return "p(y | f) = 1 / (1 + exp(-y f)), the logistic function"; }

  LogDensity log_density(double y, double f) const override {
    const double decay = std::exp(-std::abs(f));                        // never overflows
    const double wrong = (y * f > 0 ? decay : 1.0) / (1 + decay);       // p(-y | f)
    const double right_times_wrong = decay / ((1 + decay) * (1 + decay));
    const double right_less_wrong = std::copysign((1 - decay) / (1 + decay), y * f);
    return {-std::log1p(decay) + std::min(0.0, y * f), y * wrong, -right_times_wrong,
            y * right_times_wrong * right_less_wrong};
  }

  double draw(double f, double uniform) const override { return uniform < 1 / (1 + std::exp(-f)) ? 1 : -1; }
};

}  // namespace

const Likelihood& logit() {
  static const Logit likelihood;
  return likelihood;
}

}  // namespace lehr::likelihoods
