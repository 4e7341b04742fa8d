// Importance sampling from the sites: annealing along the ladder {1, 0}. From a Gaussian its variance is often
// infinite.

#include <lehr/evidence/annealed.hpp>

namespace lehr::estimators {
namespace {

class ImportanceSampling final : public Estimator {
 public:
  std::string_view name() const override { return "is"; }
  std::string_view formula() const override { return "importance sampling from the approximation"; }
  bool draws_from_sites() const override { return true; }
  std::unique_ptr<PreparedEstimator> prepare(const EstimatorInput& input,
                                             std::unique_ptr<PreparedEstimator> /*memory*/) const override {
    return prepare_annealing(input, {1, 0});
  }
};

}  // namespace

const Estimator& is() {
  static const ImportanceSampling estimator;
  return estimator;
}

}  // namespace lehr::estimators
