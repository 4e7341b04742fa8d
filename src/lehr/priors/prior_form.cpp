#include <lehr/priors/prior_form.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include <lehr/base/find_named.hpp>
#include <lehr/base/memory.hpp>

namespace lehr {

namespace prior_forms {

const PriorForm& named(std::string_view name) { return find_named(all(), "prior form", name); }

double most_bytes(std::size_t rows, Use use) {
  double most = 0;
  for (const PriorForm* form : all()) most = std::max(most, form->most_bytes(rows, use));
  return most;
}

}  // namespace prior_forms

std::unique_ptr<GaussianPrior> choose_prior(const PriorInput& input, std::unique_ptr<GaussianPrior> memory) {
  static const std::vector<const PriorForm*> in_turn = [] {
    std::vector<const PriorForm*> forms(prior_forms::all().begin(), prior_forms::all().end());
    std::stable_sort(forms.begin(), forms.end(), [](auto* a, auto* b) { return a->turn() < b->turn(); });
    return forms;
  }();
  const double held = memory == nullptr ? 0 : memory->bytes(input.use);
  for (const PriorForm* form : in_turn) {
    if (input.stop.stop_requested()) return nullptr;  // the form before may be null for that alone
    if (std::unique_ptr<GaussianPrior> prior = form->make(input, memory)) {
      check_memory_for(input.data.rows, prior->bytes(input.use) - held);
      return prior;
    }
  }
  return nullptr;
}

}  // namespace lehr
