#include <experiments/program/parts_view.hpp>

namespace lehr::reproduce {

std::vector<std::string> PartsView::lines(std::chrono::duration<double> elapsed) { return {plain_line(elapsed)}; }

std::string PartsView::plain_line(std::chrono::duration<double> elapsed) {
  const auto [name, fraction] = task();
  std::string text = name + ": " + cli::percent_text(fraction) + " done, " + cli::duration_text(elapsed);
  if (fraction > 0) text += ", " + cli::duration_text(elapsed * ((1 - fraction) / fraction)) + " left";
  return text;
}

}  // namespace lehr::reproduce
