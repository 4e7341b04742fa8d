// Function space: the whole of K, by its lower triangle. It suits every kernel and every theta.

#include <utility>

#include <lehr/priors/dense_prior.hpp>
#include <lehr/priors/prior_form.hpp>

namespace lehr::prior_forms {
namespace {

class FunctionSpace final : public PriorForm {
 public:
  std::string_view name() const override { return "function_space"; }
  std::string_view formula() const override { return "the n x n matrix K itself"; }
  int turn() const override { return 100; }
  double most_bytes(std::size_t rows, Use use) const override { return dense_bytes(rows, use); }

  std::unique_ptr<GaussianPrior> make(const PriorInput& input, std::unique_ptr<GaussianPrior>& memory) const override {
    if (dynamic_cast<DensePrior*>(memory.get()) == nullptr) memory = std::make_unique<DensePrior>();
    auto& prior = static_cast<DensePrior&>(*memory);
    prior.forget_matrix();
    prior.begin(KernelAt{input.data, input.covariance}, input.stop);
    return std::move(memory);
  }
};

}  // namespace

const PriorForm& function_space() {
  static const FunctionSpace form;
  return form;
}

}  // namespace lehr::prior_forms
