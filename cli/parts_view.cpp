#include <cli/parts_view.hpp>

namespace lehr::cli {

void PartsView::progress(std::string_view task, double fraction_done) {
  const std::scoped_lock lock(mutex_);
  task_ = task;
  fraction_done_ = fraction_done;
}

std::vector<std::string> PartsView::lines(std::chrono::duration<double> elapsed) { return {plain_line(elapsed)}; }

std::string PartsView::plain_line(std::chrono::duration<double> elapsed) {
  const std::scoped_lock lock(mutex_);
  std::string text = task_ + ": " + percent_text(fraction_done_) + " done, " + duration_text(elapsed);
  if (fraction_done_ > 0) text += ", " + duration_text(elapsed * ((1 - fraction_done_) / fraction_done_)) + " left";
  return text;
}

}  // namespace lehr::cli
