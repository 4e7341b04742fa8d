#include <experiments/program/predictions_output.hpp>

#include <algorithm>
#include <cmath>

#include <experiments/program/files.hpp>
#include <lehr/diagnostics/quantiles.hpp>
#include <lehr/files/csv.hpp>
#include <lehr/report/html.hpp>

namespace lehr::reproduce {
namespace {

constexpr double kPanel = 120;
constexpr double kGap = 26;
constexpr double kLeft = 116;
constexpr double kTop = 64;
constexpr double kRowHeight = kPanel + 48;
constexpr double kLargestDot = 8.5;
constexpr std::size_t kRowsOfALine = 5;  // fewer tell little, and would make it swing
constexpr double kTicks[] = {0, 0.5, 1};
constexpr std::string_view kReliabilityStyle =
    ".frame { fill: none; stroke: #888 }\n"
    ".diagonal { fill: none; stroke: #bbb; stroke-dasharray: 3 3 }\n"
    ".seen { fill: none; stroke: #1f4fa8; stroke-width: 1.3 }\n"
    ".bin { fill: #1f4fa8; fill-opacity: 0.75 }\n";

std::string with_error(double value, double error) { return decimals(value, 4) + " ± " + decimals(error, 4); }

/// "12 to 3.4e+05, median 40".
std::string range(const std::vector<Optimum>& optima, double Optimum::*member) {
  std::vector<double> values;
  for (const Optimum& optimum : optima) values.push_back(optimum.*member);
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return report::number(*least, 2) + " to " + report::number(*most, 2) + ", median " +
         report::number(quantile(values, 0.5), 2);
}

/// "effective draws 120 to 340, R-hat at most 1.01; random walks in 1 of 10 folds".
std::string fits_in_words(const ValidatedSet& set, const ValidatedMethod& method) {
  const std::size_t folds = method.fits.size();
  std::vector<double> effective;
  double rhat = 1;
  std::size_t stuck = 0;
  std::size_t walks = 0;
  std::size_t broken = 0;
  for (const FoldFit& fit : method.fits) {
    if (fit.effective_draws && fit.rhat) {
      effective.push_back(*fit.effective_draws);
      rhat = std::max(rhat, *fit.rhat);
    } else {
      ++stuck;
    }
    if (fit.sampler != FitSettings().sampler) ++walks;
    broken += fit.broken;
  }
  std::string text;
  if (!effective.empty()) {
    const auto [least, most] = std::minmax_element(effective.begin(), effective.end());
    text =
        "effective draws " + decimals(*least, 0) + " to " + decimals(*most, 0) + ", R-hat at most " + decimals(rhat, 3);
  }
  const auto add = [&](std::size_t count, const std::string& words) {
    if (count > 0) text += (text.empty() ? "" : "; ") + words;
  };
  const std::string of_folds = " of " + report::counted(folds, "fold");
  add(stuck, "chains that did not move in " + std::to_string(stuck) + of_folds);
  add(walks, "random walks, because the emulator was not good enough, in " + std::to_string(walks) + of_folds);
  add(broken, "the numbers broke down at " + report::counted(broken, "proposal") + ", which were rejected");
  const std::size_t silent = set.folds - folds;
  add(silent, report::counted(silent, "fold") + " of an older program " + (silent == 1 ? "does" : "do") + " not tell");
  return text;
}

/// The reliability of one method on one set; dots grow with the rows in their bin, and a line joins those of some rows.
void draw_panel(report::Svg& svg, double left, double top, const std::vector<ReliabilityBin>& bins, std::size_t rows) {
  const report::Axis x{0, 1, left, left + kPanel};
  const report::Axis y{0, 1, top + kPanel, top};
  svg.rect("frame", left, top, kPanel, kPanel);
  svg.line("diagonal", x.place(0), y.place(0), x.place(1), y.place(1));
  std::vector<std::pair<double, double>> points;
  for (const ReliabilityBin& bin : bins) {
    if (bin.count == 0) continue;
    const std::pair<double, double> point(x.place(*bin.mean_probability), y.place(*bin.fraction_positive));
    if (bin.count >= kRowsOfALine) points.push_back(point);
    svg.circle("bin", point.first, point.second,
               1.5 + (kLargestDot - 1.5) * std::sqrt(static_cast<double>(bin.count) / static_cast<double>(rows)));
  }
  svg.polyline("seen", points);
  for (const double tick : kTicks) {
    svg.text("tick middle", x.place(tick), top + kPanel + kLargestDot + 10, decimals(tick, 1));
  }
}

}  // namespace

std::vector<Grid> prediction_grids(const std::vector<ValidatedSet>& sets) {
  std::vector<Grid> grids;
  for (const ValidatedSet& set : sets) {
    Grid grid{set.name + ", " + std::to_string(set.classes.size()) + " rows, " + std::to_string(set.folds) + " folds",
              {{"method"}}};
    for (const Metric& metric : kMetrics) grid.rows[0].emplace_back(metric.name);
    grid.rows[0].emplace_back("log loss above the exact posterior's");
    for (const ValidatedMethod& method : set.methods) {
      std::vector<std::string> row = {method.method};
      for (const Metric& metric : kMetrics) {
        const MethodScore score = score_of(set, method, metric);
        row.push_back(with_error(score.value, score.error));
      }
      const MethodScore log_loss = score_of(set, method, kMetrics[1]);
      row.push_back(method.method == kExact ? "" : with_error(log_loss.above_exact, log_loss.above_exact_error));
      grid.rows.push_back(std::move(row));
    }
    grids.push_back(std::move(grid));
  }
  return grids;
}

std::vector<std::string> fold_lines(const std::vector<ValidatedSet>& sets) {
  std::vector<std::string> lines;
  for (const ValidatedSet& set : sets) {
    for (const ValidatedMethod& method : set.methods) {
      if (!method.fits.empty()) lines.push_back(set.name + ", " + method.method + ": " + fits_in_words(set, method));
      if (method.optima.empty()) continue;
      const auto open = std::count_if(method.optima.begin(), method.optima.end(),
                                      [](const Optimum& optimum) { return !optimum.converged; });
      lines.push_back(
          set.name + ", " + method.method + ": variance " + range(method.optima, &Optimum::variance) +
          ", length-scale " + range(method.optima, &Optimum::lengthscale) +
          (open == 0 ? "" : "; " + report::counted(static_cast<std::size_t>(open), "climb") + " had not ended"));
    }
    if (set.effort) lines.push_back(set.name + ": " + in_words(*set.effort));
  }
  return lines;
}

std::string predictions_csv(const std::vector<ValidatedSet>& sets, const Source& source) {
  std::string text =
      "set,method,score,value,error,above_exact,above_exact_error" + std::string(Source::kCsvNames) + "\n";
  for (const ValidatedSet& set : sets) {
    for (const ValidatedMethod& method : set.methods) {
      for (const Metric& metric : kMetrics) {
        const MethodScore score = score_of(set, method, metric);
        text += set.name + "," + csv_field(method.method) + "," + std::string(metric.name);
        for (const double value : {score.value, score.error, score.above_exact, score.above_exact_error}) {
          text += "," + decimals(value, 6);
        }
        text += source.csv_fields(method.program.empty() ? set.commits : method.program) + "\n";
      }
    }
  }
  return text;
}

void draw_reliability(const Request& request, const std::vector<ValidatedSet>& sets, const std::string& source,
                      Report& report) {
  std::size_t methods = 0;
  for (const ValidatedSet& set : sets) methods = std::max(methods, set.methods.size());
  const double width = kLeft + static_cast<double>(methods) * (kPanel + kGap);
  report::Svg svg(width, kTop + static_cast<double>(sets.size()) * kRowHeight + 20,
                  "How often the positive class came, against the probability it was given");
  svg.text("heading", 10, 20,
           "How often the positive class came, against the probability it was given; the line joins bins of " +
               std::to_string(kRowsOfALine) + " rows and more");
  for (std::size_t s = 0; s < sets.size(); ++s) {
    const double top = kTop + static_cast<double>(s) * kRowHeight;
    svg.text("heading", 10, top + kPanel / 2, sets[s].name);
    for (const double tick : kTicks) {
      svg.text("tick end", kLeft - kLargestDot - 3, top + kPanel * (1 - tick) + 4, decimals(tick, 1));
    }
    for (std::size_t m = 0; m < sets[s].methods.size(); ++m) {
      const double left = kLeft + static_cast<double>(m) * (kPanel + kGap);
      const ValidatedMethod& method = sets[s].methods[m];
      svg.text("tick middle", left + kPanel / 2, top - kLargestDot - 3, method.method);
      draw_panel(svg, left, top, score_probabilities(method.probabilities, sets[s].classes).reliability,
                 sets[s].classes.size());
    }
  }
  svg.text("tick end", width - kGap, kTop + static_cast<double>(sets.size()) * kRowHeight + 10, source);
  write_picture(request, "predictions-reliability", svg, kReliabilityStyle, report);
}

}  // namespace lehr::reproduce
