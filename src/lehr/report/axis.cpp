#include <lehr/report/axis.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace lehr::report {
namespace {

/// 1, 2 or 5 times a power of ten, at least `least`.
double round_step(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

std::vector<double> linear_ticks(double low, double high, int count) {
  const double step = round_step((high - low) / count);
  std::vector<double> ticks;
  for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k)
    ticks.push_back(k * step + 0.0);  // + 0.0: never -0
  return ticks;
}

/// Powers of ten, with 2 and 5 times them, or 3 times them, where there is room.
std::vector<double> logarithmic_ticks(double low, double high, int count) {
  const std::vector<std::vector<double>> mantissas = {{1, 2, 5}, {1, 3}, {1}};
  std::vector<double> ticks;
  for (const std::vector<double>& choice : mantissas) {
    ticks.clear();
    for (double power = std::floor(std::log10(low)); power <= std::ceil(std::log10(high)); ++power) {
      for (const double mantissa : choice) {
        const double tick = mantissa * std::pow(10, power);
        if (tick >= low && tick <= high) ticks.push_back(tick);
      }
    }
    if (ticks.size() <= static_cast<std::size_t>(count)) break;
  }
  return ticks.size() < 2 ? linear_ticks(low, high, std::max(3, count)) : ticks;
}

}  // namespace

double Axis::place(double value) const {
  const auto scaled = [this](double x) { return logarithmic ? std::log(x) : x; };
  const double share = (scaled(value) - scaled(low)) / (scaled(high) - scaled(low));
  return from + share * (to - from);
}

std::vector<double> Axis::ticks(int count) const {
  return logarithmic ? logarithmic_ticks(low, high, count) : linear_ticks(low, high, count);
}

std::vector<std::string> tick_labels(const std::vector<double>& ticks) {
  constexpr int kMostDigits = 15;
  std::vector<std::string> labels;
  for (int digits = 1; digits <= kMostDigits; ++digits) {
    labels.clear();
    bool exact = true;
    for (const double tick : ticks) {
      char text[32];
      std::snprintf(text, sizeof text, "%.*g", std::max(digits, 4), tick);
      exact = exact && std::abs(std::strtod(text, nullptr) - tick) <= 1e-9 * std::abs(tick);
      labels.emplace_back(text);
    }
    if (exact) break;
  }
  return labels;
}

}  // namespace lehr::report
