// Annealed importance sampling from the sites along the chosen ladder, with elliptical slice moves.

#include <lehr/evidence/annealed.hpp>

namespace lehr::estimators {
namespace {

class AnnealedImportanceSampling final : public Estimator {
 public:
  std::string_view name() const override { return "ais"; }
  std::string_view formula() const override { return "annealed importance sampling from the approximation"; }
  bool draws_from_sites() const override { return true; }
  bool uses_ladder() const override { return true; }
  std::unique_ptr<PreparedEstimator> prepare(const EstimatorInput& input,
                                             std::unique_ptr<PreparedEstimator> /*memory*/) const override {
    return prepare_annealing(input, input.ladder);
  }
};

}  // namespace

const Estimator& ais() {
  static const AnnealedImportanceSampling estimator;
  return estimator;
}

}  // namespace lehr::estimators
