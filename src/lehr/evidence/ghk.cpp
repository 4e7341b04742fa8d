// Look-ahead GHK, for probit. With t = f + e, e ~ N(0, I), the evidence is an orthant probability:
//   p(y | theta) = P(y_i t_i > 0 for all i),  t ~ N(0, A),  A = K + I.
// t_1, t_2, … are drawn one after the other from their conditionals truncated to the right side, as Geweke,
// Hajivassiliou and Keane do, but with the constraints still to come replaced by Gaussian sites: the draw looks ahead.
// Unbiased for any sites 0 <= w < 1, and needs no jitter. Those of the approximation are softened a little first.

#include <lehr/evidence/estimator.hpp>
#include <lehr/evidence/ghk_dense.hpp>
#include <lehr/evidence/ghk_low_rank.hpp>

namespace lehr::estimators {
namespace {

class Ghk final : public Estimator {
 public:
  std::string_view name() const override { return "ghk"; }
  std::string_view formula() const override { return "GHK orthant sampling that looks ahead through the sites"; }
  bool supports(const Likelihood& likelihood) const override { return likelihood.noise() > 0; }
  bool draws_from_sites() const override { return false; }
  bool ends_in_noisy_latent() const override { return true; }
  bool follows_theta() const override { return true; }
  std::unique_ptr<PreparedEstimator> prepare(const EstimatorInput& input) const override {
    return input.problem.covariance.is_factored() ? prepare_low_rank_ghk(input) : prepare_dense_ghk(input);
  }
};

}  // namespace

const Estimator& ghk() {
  static const Ghk estimator;
  return estimator;
}

}  // namespace lehr::estimators
