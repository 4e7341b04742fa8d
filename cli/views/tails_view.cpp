#include <cli/views/tails_view.hpp>

#include <chrono>
#include <utility>

#include <cli/options/values.hpp>

namespace lehr::cli {

void TailsView::tail_check_cost(const TailCheckCost& cost) {
  const std::scoped_lock lock(mutex_);
  notes_.push_back("the check of the tails will take about " +
                   rough_duration_text(std::chrono::duration<double>(cost.seconds)) + ": " +
                   counted(cost.parameters, "parameter") + ", " + counted(cost.draws, "draw"));
}

std::vector<std::string> TailsView::take_notes() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(notes_, {});
}

}  // namespace lehr::cli
