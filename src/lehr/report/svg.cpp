#include <lehr/report/svg.hpp>

#include <algorithm>
#include <cstdio>

#include <lehr/report/html.hpp>

namespace lehr::report {
namespace {

std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + std::string(value) + "\"";
}

std::string attribute(std::string_view name, double value) { return attribute(name, coordinate(value)); }

constexpr double kTickGap = 13;  // below the plot's area
constexpr double kNameGap = 28;

}  // namespace

std::string coordinate(double value) {
  char text[48];
  std::snprintf(text, sizeof text, "%.1f", std::clamp(value, -1e5, 1e5));
  std::string short_text = text;
  if (short_text.ends_with(".0")) short_text.resize(short_text.size() - 2);
  return short_text == "-0" ? "0" : short_text;
}

Svg::Svg(double width, double height, std::string title) : width_(width), height_(height), title_(std::move(title)) {}

void Svg::path(std::string_view classes, const std::string& commands, std::string_view more) {
  if (commands.empty()) return;
  body_ += "<path" + attribute("class", classes) + attribute("d", commands) + std::string(more) + "/>\n";
}

void Svg::polyline(std::string_view classes, const std::vector<std::pair<double, double>>& points) {
  std::string commands;
  for (const auto& [x, y] : points) commands += (commands.empty() ? "M" : "L") + coordinate(x) + " " + coordinate(y);
  path(classes, commands);
}

void Svg::line(std::string_view classes, double x1, double y1, double x2, double y2) {
  polyline(classes, {{x1, y1}, {x2, y2}});
}

void Svg::rect(std::string_view classes, double x, double y, double width, double height) {
  body_ += "<rect" + attribute("class", classes) + attribute("x", x) + attribute("y", y) + attribute("width", width) +
           attribute("height", height) + "/>\n";
}

void Svg::circle(std::string_view classes, double x, double y, double radius, std::string_view tip) {
  body_ += "<circle" + attribute("class", classes) + attribute("cx", x) + attribute("cy", y) + attribute("r", radius);
  if (!tip.empty()) body_ += attribute("data-tip", escaped(tip));
  body_ += "/>\n";
}

void Svg::text(std::string_view classes, double x, double y, std::string_view words, std::string_view more) {
  body_ += "<text" + attribute("class", classes) + attribute("x", x) + attribute("y", y) + std::string(more) + ">" +
           escaped(words) + "</text>\n";
}

std::string Svg::finish() const {
  return "<svg viewBox=\"0 0 " + coordinate(width_) + " " + coordinate(height_) +
         "\" style=\"max-width:" + coordinate(width_) + "px\" role=\"img\" aria-label=\"" + escaped(title_) + "\">\n" +
         body_ + "</svg>\n";
}

std::string Svg::finish_file(std::string_view style) const {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + coordinate(width_) + " " + coordinate(height_) +
         "\" width=\"" + coordinate(width_) + "\" height=\"" + coordinate(height_) + "\">\n<title>" + escaped(title_) +
         "</title>\n<style>\n" + std::string(style) +
         "</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n" + body_ + "</svg>\n";
}

void draw_frame(Svg& svg, const Axis& x, const Axis& y, const FrameText& text, int x_ticks, int y_ticks) {
  const double left = std::min(x.from, x.to);
  const double right = std::max(x.from, x.to);
  const double top = std::min(y.from, y.to);
  const double bottom = std::max(y.from, y.to);
  const std::vector<double> xs = x.ticks(x_ticks);
  const std::vector<std::string> x_labels = tick_labels(xs);
  for (std::size_t i = 0; i < xs.size(); ++i) {
    svg.line("grid", x.place(xs[i]), top, x.place(xs[i]), bottom);
    svg.text("tick middle", x.place(xs[i]), bottom + kTickGap, x_labels[i]);
  }
  if (y_ticks > 0) {
    const std::vector<double> ys = y.ticks(y_ticks);
    const std::vector<std::string> y_labels = tick_labels(ys);
    for (std::size_t i = 0; i < ys.size(); ++i) {
      svg.line("grid", left, y.place(ys[i]), right, y.place(ys[i]));
      svg.text("tick end", left - 5, y.place(ys[i]) + 4, y_labels[i]);
    }
  }
  svg.line("axis", left, bottom, right, bottom);
  if (!text.x.empty()) svg.text("name middle", (left + right) / 2, bottom + kNameGap, text.x);
  if (!text.y.empty()) {
    const std::string turn = " transform=\"rotate(-90 12 " + coordinate((top + bottom) / 2) + ")\"";
    svg.text("name middle", 12, (top + bottom) / 2, text.y, turn);
  }
}

}  // namespace lehr::report
