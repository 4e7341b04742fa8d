#include <lehr/report/rank_plot.hpp>

#include <algorithm>
#include <cmath>

#include <lehr/diagnostics/midranks.hpp>
#include <lehr/report/svg.hpp>

namespace lehr::report {
namespace {

constexpr std::size_t kColours = 8;  // of report.css
constexpr std::size_t kMostBins = 20;
constexpr std::size_t kDrawsPerBin = 10;  // at least, on average

/// How many draws of each chain fall in each bin of ranks: [chain][bin].
std::vector<std::vector<double>> rank_counts(DrawsView draws, std::size_t bins) {
  const std::vector<double> ranks = midranks(draws.values);
  std::vector<std::vector<double>> counts(draws.chains(), std::vector<double>(bins, 0.0));
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const double share = (ranks[i] - 0.5) / static_cast<double>(ranks.size());
    const auto bin = std::min(static_cast<std::size_t>(share * static_cast<double>(bins)), bins - 1);
    ++counts[i / draws.draws][bin];
  }
  return counts;
}

}  // namespace

std::string chain_classes(std::size_t chain) {
  return "chain chain-" + std::to_string(chain) + " colour-" + std::to_string(chain % kColours);
}

std::string rank_plot(const std::string& name, DrawsView draws) {
  const std::size_t bins = std::clamp<std::size_t>(draws.draws / kDrawsPerBin, 2, kMostBins);
  const std::vector<std::vector<double>> counts = rank_counts(draws, bins);
  const double expected = static_cast<double>(draws.draws) / static_cast<double>(bins);
  double most = 2 * expected;
  for (const auto& chain : counts) most = std::max(most, *std::max_element(chain.begin(), chain.end()));
  Svg svg(300, 190, "Rank plot of " + name + ": flat lines mean that the chains agree");
  const Axis x{0, static_cast<double>(bins), 10, 292};
  const Axis y{0, 1.05 * most, 160, 10};
  svg.line("axis", 10, 160, 292, 160);
  svg.line("reference", 10, y.place(expected), 292, y.place(expected));
  for (std::size_t chain = 0; chain < counts.size(); ++chain) {
    std::vector<std::pair<double, double>> steps;
    for (std::size_t bin = 0; bin < bins; ++bin) {
      steps.emplace_back(x.place(static_cast<double>(bin)), y.place(counts[chain][bin]));
      steps.emplace_back(x.place(static_cast<double>(bin + 1)), y.place(counts[chain][bin]));
    }
    svg.polyline(chain_classes(chain), steps);
  }
  svg.text("name middle", 151, 178, "rank among all draws");
  return svg.finish();
}

}  // namespace lehr::report
