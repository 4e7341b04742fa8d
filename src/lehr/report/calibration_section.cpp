#include <algorithm>
#include <cmath>
#include <numeric>

#include <lehr/diagnostics/scores.hpp>
#include <lehr/report/html.hpp>
#include <lehr/report/sections.hpp>
#include <lehr/report/svg.hpp>

namespace lehr::report {
namespace {

constexpr double kZ90 = 1.6448536269514722;  // the 95 % point of the standard normal
constexpr std::size_t kMostStripes = 2000;   // more cannot be told apart on a screen

struct Interval {
  double lower;
  double upper;
};

/// Wilson's 90 % interval of a share.
Interval wilson(double share, double count) {
  const double z2 = kZ90 * kZ90;
  const double centre = (share + z2 / (2 * count)) / (1 + z2 / count);
  const double half = kZ90 / (1 + z2 / count) * std::sqrt(share * (1 - share) / count + z2 / (4 * count * count));
  return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

/// Observed against predicted in ten bins; how many rows each bin has, below.
std::string reliability_plot(const Scores& scores) {
  Svg svg(380, 400,
          "Reliability diagram: the observed share of the positive class against the predicted probability, "
          "in ten bins with 90 % intervals. On the diagonal the probabilities are right.");
  const Axis x{0, 1, 52, 368};
  const Axis y{0, 1, 290, 10};
  draw_frame(svg, x, y, {"", "observed share"}, 5, 5);
  svg.line("reference", x.place(0), y.place(0), x.place(1), y.place(1));
  std::size_t most = 1;
  for (const ReliabilityBin& bin : scores.reliability) most = std::max(most, bin.count);
  std::vector<std::pair<double, double>> points;
  for (const ReliabilityBin& bin : scores.reliability) {
    if (bin.count == 0) continue;
    const double height = 40.0 * static_cast<double>(bin.count) / static_cast<double>(most);
    svg.rect("bar", x.place(bin.lower) + 1, 360 - height, x.place(0.1) - x.place(0) - 2, height);
    points.emplace_back(x.place(*bin.mean_probability), y.place(*bin.fraction_positive));
  }
  svg.polyline("curve thin", points);
  for (const ReliabilityBin& bin : scores.reliability) {
    if (bin.count == 0) continue;
    const Interval interval = wilson(*bin.fraction_positive, static_cast<double>(bin.count));
    const double at = x.place(*bin.mean_probability);
    svg.line("whisker", at, y.place(interval.lower), at, y.place(interval.upper));
    svg.circle("dot", at, y.place(*bin.fraction_positive), 4.5,
               "predicted " + fixed(*bin.mean_probability, 3) + ", observed " + fixed(*bin.fraction_positive, 3) +
                   ", " + counted(bin.count, "row"));
  }
  svg.text("tick end", 47, 345, "rows");
  svg.text("tick end", 47, 358, "per bin");
  svg.line("axis", x.place(0), 360, x.place(1), 360);
  svg.text("name middle", x.place(0.5), 388, "predicted probability");
  return svg.finish();
}

/// Rows from the least to the most probable, striped by what they are, with the probability as a line. (Greenhill, Ward
/// and Sacks, The separation plot, 2011.)
std::string separation_plot(const Judged& judged) {
  std::vector<std::size_t> order(judged.probability.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return judged.probability[a] < judged.probability[b]; });
  const std::size_t shown = std::min(order.size(), kMostStripes);
  Svg svg(470, 330,
          "Separation plot: rows sorted by predicted probability, coloured by their class. Well separated "
          "classes lie at the two ends.");
  const Axis x{0, static_cast<double>(shown), 52, 460};
  const Axis y{0, 1, 290, 10};
  const double width = x.place(1) - x.place(0);
  std::string positive;
  std::string negative;
  std::vector<std::pair<double, double>> line;
  for (std::size_t i = 0; i < shown; ++i) {
    const std::size_t row = order[i * order.size() / shown];
    const double left = x.place(static_cast<double>(i));
    std::string& stripes = judged.classes[row] > 0 ? positive : negative;
    stripes += "M" + coordinate(left) + " 10h" + coordinate(std::max(width, 0.2)) + "v280H" + coordinate(left) + "z";
    line.emplace_back(left + width / 2, y.place(judged.probability[row]));
  }
  // First, so that no line of the grid passes for a stripe.
  draw_frame(svg, x, y, {"rows, from least to most probable", "probability"}, 6, 2);
  svg.path("negative stripes", negative);
  svg.path("positive stripes", positive);
  svg.polyline("curve", line);
  return svg.finish();
}

std::string score_list(const Scores& scores, const std::optional<LeaveOneOutScore>& loo) {
  const auto entry = [](const std::string& name, const std::string& value, const std::string& meaning) {
    return "<div><dt>" + name + "</dt><dd>" + value + "<span>" + meaning + "</span></dd></div>\n";
  };
  return "<dl class=\"scores\">\n" +
         (loo ? entry("elpd", fixed(loo->elpd, 2) + " ± " + fixed(loo->se, 2), "nats, all rows; the larger the better")
              : "") +
         entry("error", fixed(100 * scores.error, 2) + " %", "labels predicted wrongly") +
         entry("log loss", fixed(scores.log_loss, 4), "nats per row; 0.6931 by guessing") +
         entry("Brier", fixed(scores.brier, 4), "0.25 by guessing") +
         entry("AUC", scores.auc ? fixed(*scores.auc, 4) : "-", "0.5 by guessing, 1 at best") +
         entry("ECE", fixed(scores.ece, 4), "predicted minus observed, over the bins") + "</dl>\n";
}

/// What kind of rows they are, and what that means.
std::string origin(const ReportContents& contents, const Judged& judged) {
  const auto badge = [](const std::string& kind, const std::string& name) {
    return "<p><span class=\"badge " + kind + "\">" + name + "</span> Judged on ";
  };
  const std::string rows =
      "the " + counted(judged.probability.size(), "row") + " of <code>" + escaped(judged.source) + "</code>";
  switch (judged.rows) {
    case JudgedRows::held_out: {
      std::string text =
          badge("held-out", "held-out rows") + rows + ", given by <code>--test</code>; all draws are used.";
      if (judged.seen > 0) {
        text += " <strong class=\"doubtful\">" + std::to_string(judged.seen) +
                (judged.seen == 1 ? " of them is" : " of them are") +
                " also among the rows that the fit has learned from.</strong>";
      }
      return text + "</p>\n";
    }
    case JudgedRows::left_out:
      return badge("held-out", "leave-one-out") + rows +
             ", each by what the other rows say of it: about what new rows of the same kind will get. " +
             std::to_string(contents.loo ? contents.loo->pareto_k_bad : 0) + " have a Pareto k above 0.7.</p>\n";
    case JudgedRows::in_sample:
      break;
  }
  return badge("in-sample", "in-sample") + rows +
         ", the very rows that the fit has learned from: new rows will fare worse. "
         "With <code>--test TEST.csv</code> the report judges rows that the fit has not seen. " +
         std::to_string(contents.states) + " draws are used.</p>\n";
}

}  // namespace

std::string calibration_section(const ReportContents& contents) {
  if (!contents.judged) return {};
  const Judged& judged = *contents.judged;
  const Scores scores = score_probabilities(judged.probability, judged.classes);
  std::string body = origin(contents, judged);
  const bool is_left_out = judged.rows == JudgedRows::left_out;
  body += score_list(scores, is_left_out ? contents.loo : std::nullopt);
  body += "<div class=\"plots two\">\n<figure>" + reliability_plot(scores) +
          "<figcaption>Reliability: is what gets 70 % true in 70 of 100 cases? Points on the diagonal say yes; "
          "whiskers are 90 % intervals for the observed share.</figcaption></figure>\n<figure>" +
          separation_plot(judged) + "<figcaption>Separation: <span class=\"key positive\"></span>" +
          escaped(contents.info.encoding.positive) + " and <span class=\"key negative\"></span>" +
          escaped(contents.info.encoding.negative) +
          ", sorted by probability (the line). The fewer stripes on the wrong side, the better.</figcaption></figure>\n"
          "</div>\n";
  return section("calibration", "Are the probabilities right?", body);
}

}  // namespace lehr::report
