// The paper's figure 1: prior, likelihood, posterior and the Laplace approximation of two latent values, and the
// distributions between q and the posterior at beta = 0, exp(-(s-1)/2), …, exp(-1/2), 1, above with the prior as q,
// below with the Laplace approximation. Three samples of q are carried along.

#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <experiments/program/contours.hpp>
#include <experiments/program/experiments.hpp>
#include <experiments/program/files.hpp>
#include <experiments/program/source.hpp>
#include <experiments/program/two_points.hpp>
#include <lehr/base/version.hpp>
#include <lehr/report/svg.hpp>

namespace lehr::reproduce {
namespace {

constexpr int kSteps = 5;  // s: the caption does not tell it
constexpr std::size_t kSamples = 3;
constexpr double kLow = -10;
constexpr double kHigh = 12;
constexpr std::size_t kGrid = 61;
constexpr double kPanel = 150;
constexpr double kGap = 14;
constexpr double kLeft = 30;
constexpr double kTop = 50;
constexpr double kRowHeight = kPanel + 62;
constexpr std::array<double, 5> kLevels = {0.05, 0.2, 0.4, 0.6, 0.8};  // of the highest value

constexpr std::string_view kFigureStyle =
    ".prior { stroke: #8a8a8a; fill: none }\n"
    ".likelihood { stroke: #74c3e8; fill: none }\n"
    ".posterior { stroke: #1f4fa8; fill: none; stroke-width: 1.4 }\n"
    ".approximation { stroke: #d0342c; fill: none }\n"
    ".between { fill: none; stroke-width: 1.2 }\n"
    ".frame { fill: none; stroke: #888 }\n"
    ".zero { stroke: #ddd; fill: none }\n"
    ".way { stroke: #222; fill: none; stroke-width: 0.8; stroke-dasharray: 2 2 }\n"
    ".sample { stroke: #fff; stroke-width: 0.6 }\n"
    ".s0 { fill: #111 } .s1 { fill: #e07b00 } .s2 { fill: #2c8a3d }\n";

/// beta_s = 0, …, beta_0 = 1.
std::vector<double> betas() {
  std::vector<double> values = {0};
  for (int j = kSteps - 1; j >= 0; --j) values.push_back(std::exp(-0.5 * j));
  return values;
}

/// From the colour of the start (grey or red) to that of the posterior.
std::string mixed_colour(const std::array<int, 3>& start, double share) {
  constexpr std::array<int, 3> kPosterior = {0x1f, 0x4f, 0xa8};
  std::string colour = "rgb(";
  for (std::size_t k = 0; k < 3; ++k) {
    colour += std::to_string(std::lround(start[k] + share * (kPosterior[k] - start[k]))) + (k < 2 ? "," : ")");
  }
  return colour;
}

/// One square of the figure.
struct Panel {
  report::Svg& svg;
  report::Axis x;
  report::Axis y;

  Panel(report::Svg& picture, std::size_t column, std::size_t row, const std::string& title)
      : svg(picture),
        x{kLow, kHigh, kLeft + static_cast<double>(column) * (kPanel + kGap), 0},
        y{kLow, kHigh, kTop + static_cast<double>(row) * kRowHeight + kPanel, 0} {
    x.to = x.from + kPanel;
    y.to = y.from - kPanel;
    svg.line("zero", x.place(0), y.from, x.place(0), y.to);
    svg.line("zero", x.from, y.place(0), x.to, y.place(0));
    svg.rect("frame", x.from, y.to, kPanel, kPanel);
    svg.text("middle", (x.from + x.to) / 2, y.to - 6, title);
    for (const double tick : {-10.0, -5.0, 0.0, 5.0, 10.0}) {
      svg.text("tick middle", x.place(tick), y.from + 12, report::coordinate(tick));
      if (column == 0) svg.text("tick end", x.from - 3, y.place(tick) + 4, report::coordinate(tick));
    }
  }

  template <class LogDensity>
  void contours(std::string_view classes, const LogDensity& log_density, std::string_view more = {}) {
    const Surface surface(kLow, kHigh, kGrid, [&](double a, double b) { return std::exp(log_density(Point{a, b})); });
    for (const double level : kLevels) svg.path(classes, surface.contour(level * surface.highest(), x, y), more);
  }

  /// A sample, and the way it came.
  void sample(std::size_t number, const Point& from, const Point& to) {
    svg.line("way", x.place(from[0]), y.place(from[1]), x.place(to[0]), y.place(to[1]));
    svg.circle("sample s" + std::to_string(number), x.place(to[0]), y.place(to[1]),
               4.2 - static_cast<double>(number));  // one that lies on another leaves a ring of it
  }
};

void draw_row(report::Svg& svg, std::size_t row, const TwoPoints& points, bool from_prior, std::uint64_t seed) {
  constexpr std::array<int, 3> kGrey = {0x8a, 0x8a, 0x8a};
  constexpr std::array<int, 3> kRed = {0xd0, 0x34, 0x2c};
  Panel first(svg, 0, row, from_prior ? "prior × likelihood" : "posterior and Laplace");
  first.contours("prior", [&](const Point& f) { return points.log_prior(f); });
  first.contours("likelihood", [&](const Point& f) { return points.log_likelihood(f); });
  first.contours("posterior", [&](const Point& f) { return points.log_prior(f) + points.log_likelihood(f); });
  if (!from_prior) first.contours("approximation", [&](const Point& f) { return points.log_density(0, f); });

  const std::vector<double> ladder = betas();
  std::vector<std::vector<Point>> ways;
  for (std::size_t sample = 0; sample < kSamples; ++sample) ways.push_back(points.carry(ladder, seed, sample));
  for (std::size_t i = 0; i < ladder.size(); ++i) {
    char title[32];
    std::snprintf(title, sizeof title, "β = %.3g", ladder[i]);
    Panel panel(svg, i + 1, row, title);
    const double share = static_cast<double>(i) / static_cast<double>(ladder.size() - 1);
    panel.contours(
        "between", [&](const Point& f) { return points.log_density(ladder[i], f); },
        " style=\"stroke:" + mixed_colour(from_prior ? kGrey : kRed, share) + "\"");
    for (std::size_t s = 0; s < kSamples; ++s) panel.sample(s, ways[s][i == 0 ? 0 : i - 1], ways[s][i]);
  }
}

}  // namespace

Report figure1(const Request& request, const RunContext& context) {
  context.throw_if_stopped();
  context.progress("figure1", 0);
  const double width = kLeft + (kSteps + 2) * (kPanel + kGap);
  report::Svg svg(width, kTop + 2 * kRowHeight, "Annealing from the prior and from the Laplace approximation");
  svg.text("heading", kLeft, kTop - 28, "Annealing from the prior");
  svg.text("heading", kLeft, kTop + kRowHeight - 28, "Annealing from the Laplace approximation");
  svg.text(
      "tick end", width - kGap, kTop - 28,
      "grey: prior; light blue: likelihood; blue: posterior; red: Laplace; dots: three samples and how they moved");
  draw_row(svg, 0, TwoPoints("prior"), true, request.seed);
  draw_row(svg, 1, TwoPoints("laplace"), false, request.seed);
  svg.text("tick end", width - kGap, kTop + 2 * kRowHeight - 18,
           Source(request, std::string(commit()),
                  std::to_string(kSteps) + " steps, " + std::to_string(kSamples) + " samples")
               .line());
  Report report;
  write_picture(request, "figure1", svg, kFigureStyle, report);
  report.text = "Figure 1: two latent values, annealed from the prior and from the Laplace approximation\n";
  return report;
}

}  // namespace lehr::reproduce
