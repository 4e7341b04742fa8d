#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lehr/report/axis.hpp>

namespace lehr::report {

/// One drawing. Colours come from the classes of report.css, so that it follows light, dark and print.
class Svg {
 public:
  /// `title` is what a screen reader says of it, and must tell what is seen.
  Svg(double width, double height, std::string title);

  void path(std::string_view classes, const std::string& commands, std::string_view more = {});
  void polyline(std::string_view classes, const std::vector<std::pair<double, double>>& points);
  void line(std::string_view classes, double x1, double y1, double x2, double y2);
  void rect(std::string_view classes, double x, double y, double width, double height);
  /// With `tip`, text that appears under the pointer.
  void circle(std::string_view classes, double x, double y, double radius, std::string_view tip = {});
  /// `classes` may set the anchor: start, middle or end.
  void text(std::string_view classes, double x, double y, std::string_view words, std::string_view more = {});

  /// For a page that has the style.
  std::string finish() const;
  /// As a file of its own, on a white ground.
  std::string finish_file(std::string_view style) const;

 private:
  double width_;
  double height_;
  std::string title_;
  std::string body_;
};

/// A coordinate with one decimal: a tenth of a pixel is all that can be seen.
std::string coordinate(double value);

struct FrameText {
  std::string x;
  std::string y;
};

/// Grid lines, tick labels and names of both axes; the plot's area is where the axes say.
void draw_frame(Svg& svg, const Axis& x, const Axis& y, const FrameText& text, int x_ticks = 5, int y_ticks = 4);

}  // namespace lehr::report
