#include <lehr/diagnostics/leave_one_out.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include <lehr/evidence/pareto_tail.hpp>
#include <lehr/math/log_sum_exp.hpp>

namespace lehr {
namespace {

constexpr std::size_t kFewestInTail = 5;
constexpr double kAllAlike = std::numeric_limits<double>::epsilon() / 100;  // of the logarithms of a tail's weights
constexpr double kMostBadRows = 0.01;
constexpr double kRoughRegression = 0.5;  // nats of the whole elpd

/// Of weights in ascending order with 1 as the largest; the tail gets the quantiles of the fitted law. Returns k.
double smooth_tail(std::vector<double>& log_weights) {
  constexpr double kNone = -std::numeric_limits<double>::infinity();
  const std::size_t count = log_weights.size();
  const std::size_t size = pareto_tail_size(count);
  if (size < kFewestInTail || size >= count) return kNone;
  const auto tail = std::span(log_weights).last(size);
  if (tail.back() - tail.front() < kAllAlike) return kNone;
  const double cut = std::exp(log_weights[count - size - 1]);
  std::vector<double> excesses;
  for (const double log_weight : tail) excesses.push_back(std::exp(log_weight) - cut);
  const ParetoFit fit = fit_pareto(excesses);
  if (!std::isfinite(fit.shape)) return kNone;
  for (std::size_t i = 0; i < size; ++i) {
    const double p = (static_cast<double>(i) + 0.5) / static_cast<double>(size);
    tail[i] = std::min(0.0, std::log(fit.quantile(p) + cut));
  }
  return fit.shape;
}

std::string rounded(double value, const char* format) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

}  // namespace

SmoothedElpd smoothed_elpd(std::span<const double> log_densities) {
  std::vector<double> sorted(log_densities.begin(), log_densities.end());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  std::vector<double> log_weights;
  for (const double log_density : sorted) log_weights.push_back(sorted.back() - log_density);
  const double k = smooth_tail(log_weights);
  const double log_total = log_sum_exp(log_weights);
  for (std::size_t i = 0; i < sorted.size(); ++i) sorted[i] += log_weights[i] - log_total;
  return {log_sum_exp(sorted), k};
}

LeaveOneOutScore score_leave_one_out(const LeaveOneOut& leave_one_out, const Responses& responses) {
  const std::vector<double>& elpd = leave_one_out.elpd;
  const auto rows = static_cast<double>(elpd.size());
  LeaveOneOutScore score{.kind = leave_one_out.kind, .error = {}, .regression_error = leave_one_out.regression_error};
  for (const double value : elpd) score.elpd += value;
  double squares = 0;
  for (const double value : elpd) squares += (value - score.elpd / rows) * (value - score.elpd / rows);
  if (elpd.size() > 1) score.se = std::sqrt(rows * squares / (rows - 1));
  score.log_loss = -score.elpd / rows;
  if (responses.kind == ResponseKind::two_classes) {
    const auto wrong = std::count_if(elpd.begin(), elpd.end(), [](double value) { return value < std::log(0.5); });
    score.error = static_cast<double>(wrong) / rows;
  }
  score.pareto_k_bad = static_cast<std::size_t>(std::count_if(
      leave_one_out.pareto_k.begin(), leave_one_out.pareto_k.end(), [](double k) { return k > kLargestParetoK; }));
  return score;
}

std::string leave_one_out_note(const LeaveOneOutScore& score, std::size_t rows) {
  if (static_cast<double>(score.pareto_k_bad) > std::max(1.0, kMostBadRows * static_cast<double>(rows))) {
    return "leave-one-out is rough: " + std::to_string(score.pareto_k_bad) + " of " + std::to_string(rows) +
           " rows have a Pareto k above " + rounded(kLargestParetoK, "%.1f") +
           ", so that its average over the draws rests on few of them; more draws help";
  }
  if (score.regression_error > std::max(kRoughRegression, score.se / 4)) {
    return "leave-one-out is rough: it was made at some draws and regressed on the parameters at the others, which may "
           "move elpd by " +
           rounded(score.regression_error, "%.1f") + " nats";
  }
  return "";
}

}  // namespace lehr
