#include <lehr/evidence/pareto_tail.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <lehr/math/log_sum_exp.hpp>

namespace lehr {
namespace {

constexpr std::size_t kFewestWeights = 25;
constexpr double kPriorShape = 0.5;
constexpr double kPriorWeights = 10;

double mean_log1p(double slope, std::span<const double> x) {
  double sum = 0;
  for (const double value : x) sum += std::log1p(slope * value);
  return sum / double(x.size());
}

}  // namespace

double ParetoFit::quantile(double p) const { return scale * std::expm1(-shape * std::log1p(-p)) / shape; }

/// With b = -shape / scale the shape is the mean of log(1 - b x), so that one number is left: its mean under the
/// profile likelihood on a grid.
ParetoFit fit_pareto(std::span<const double> excesses) {
  const auto n = double(excesses.size());
  const auto grid = static_cast<std::size_t>(30 + std::floor(std::sqrt(n)));
  const double quartile = excesses[static_cast<std::size_t>(std::floor(n / 4 + 0.5)) - 1];
  std::vector<double> b(grid);
  std::vector<double> log_likelihood(grid);
  for (std::size_t j = 0; j < grid; ++j) {
    b[j] = 1 / excesses.back() + (1 - std::sqrt(double(grid) / (double(j) + 0.5))) / (3 * quartile);
    const double shape = mean_log1p(-b[j], excesses);
    log_likelihood[j] = n * (std::log(-b[j] / shape) - shape - 1);
  }
  const double log_total = log_sum_exp(log_likelihood);
  double mean = 0;
  for (std::size_t j = 0; j < grid; ++j) mean += b[j] * std::exp(log_likelihood[j] - log_total);
  const double shape = mean_log1p(-mean, excesses);
  return {(n * shape + kPriorWeights * kPriorShape) / (n + kPriorWeights), -shape / mean};
}

std::size_t pareto_tail_size(std::size_t weights) {
  return static_cast<std::size_t>(std::ceil(std::min(0.2 * double(weights), 3 * std::sqrt(double(weights)))));
}

std::optional<double> pareto_k(std::span<const double> log_weights) {
  const std::size_t count = log_weights.size();
  if (count < kFewestWeights) return std::nullopt;
  const std::size_t tail = pareto_tail_size(count);
  std::vector<double> sorted(log_weights.begin(), log_weights.end());
  std::sort(sorted.begin(), sorted.end());
  const double largest = sorted.back();
  const double cut = std::exp(sorted[count - tail - 1] - largest);
  std::vector<double> excesses;
  for (std::size_t i = count - tail; i < count; ++i) excesses.push_back(std::exp(sorted[i] - largest) - cut);
  // Ties with the cut have no excess; log would be of nothing.
  std::erase_if(excesses, [](double excess) { return !(excess > 0); });
  if (excesses.size() < 5) return std::nullopt;
  const double k = fit_pareto(excesses).shape;
  if (!std::isfinite(k)) return std::nullopt;
  return k;
}

double largest_good_pareto_k(std::size_t weights) { return std::min(1 - 1 / std::log10(double(weights)), 0.7); }

}  // namespace lehr
