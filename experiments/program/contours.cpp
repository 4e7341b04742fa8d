#include <experiments/program/contours.hpp>

#include <algorithm>
#include <map>
#include <utility>

#include <lehr/report/svg.hpp>

namespace lehr::reproduce {
namespace {

using Edge = std::size_t;  // a number of its own for every edge of the grid

/// What the level's curve has in common with one edge: its place, and the edges it goes on to, at most two.
struct Crossing {
  std::string place;
  std::vector<Edge> next;
};

/// Takes a curve through the crossings, which it marks as drawn by leaving them out of `crossings`.
std::string follow(std::map<Edge, Crossing>& crossings, Edge start) {
  std::string commands;
  for (Edge edge = start;;) {
    const Crossing crossing = std::move(crossings.extract(edge).mapped());
    commands += (commands.empty() ? "M" : "L") + crossing.place;
    const auto onward =
        std::find_if(crossing.next.begin(), crossing.next.end(), [&](Edge other) { return crossings.contains(other); });
    if (onward == crossing.next.end()) {
      const bool closed = std::find(crossing.next.begin(), crossing.next.end(), start) != crossing.next.end();
      return commands + (closed ? "Z" : "");
    }
    edge = *onward;
  }
}

}  // namespace

Surface::Surface(double low, double high, std::size_t points, const std::function<double(double x, double y)>& value)
    : low_(low), high_(high), points_(points) {
  for (std::size_t row = 0; row < points; ++row) {
    for (std::size_t column = 0; column < points; ++column) {
      values_.push_back(value(coordinate(column), coordinate(row)));
    }
  }
}

double Surface::coordinate(std::size_t index) const {
  return low_ + (high_ - low_) * static_cast<double>(index) / static_cast<double>(points_ - 1);
}

double Surface::highest() const { return *std::max_element(values_.begin(), values_.end()); }

std::string Surface::contour(double level, const report::Axis& x, const report::Axis& y) const {
  std::map<Edge, Crossing> crossings;
  // The edge from a grid point to its right (side 0) or upper (side 1) neighbour, if the curve crosses it.
  const auto cross = [&](std::size_t column, std::size_t row, std::size_t side, std::vector<Edge>& found) {
    const double here = at(column, row);
    const double there = side == 0 ? at(column + 1, row) : at(column, row + 1);
    if ((here < level) == (there < level)) return;
    const double share = (level - here) / (there - here);
    const double step = coordinate(1) - coordinate(0);
    const double place_x = x.place(coordinate(column) + (side == 0 ? share * step : 0));
    const double place_y = y.place(coordinate(row) + (side == 1 ? share * step : 0));
    const Edge edge = 2 * (row * points_ + column) + side;
    crossings[edge].place = report::coordinate(place_x) + " " + report::coordinate(place_y);
    found.push_back(edge);
  };
  const auto join = [&](Edge a, Edge b) {
    crossings[a].next.push_back(b);
    crossings[b].next.push_back(a);
  };
  for (std::size_t row = 0; row + 1 < points_; ++row) {
    for (std::size_t column = 0; column + 1 < points_; ++column) {
      std::vector<Edge> found;
      cross(column, row, 0, found);      // below
      cross(column, row, 1, found);      // left
      cross(column, row + 1, 0, found);  // above
      cross(column + 1, row, 1, found);  // right
      if (found.size() == 2) join(found[0], found[1]);
      if (found.size() == 4) {  // a saddle: either pairing is a contour of some function with these corners
        join(found[0], found[1]);
        join(found[2], found[3]);
      }
    }
  }
  std::string commands;
  while (!crossings.empty()) {
    // Curves that end at the border begin there; what is left are closed ones.
    const auto end = std::find_if(crossings.begin(), crossings.end(),
                                  [](const auto& entry) { return entry.second.next.size() == 1; });
    commands += follow(crossings, end != crossings.end() ? end->first : crossings.begin()->first);
  }
  return commands;
}

}  // namespace lehr::reproduce
