#include <cli/views/cost_text.hpp>

#include <cmath>
#include <cstdio>
#include <optional>
#include <string_view>
#include <vector>

#include <cli/options/values.hpp>
#include <cli/views/progress_view.hpp>
#include <lehr/api/settings.hpp>
#include <lehr/api/time_left.hpp>

namespace lehr::cli {
namespace {

constexpr double kLong = 600;  // seconds, above which there is advice

/// A way to a shorter run, offered where it is one. A further one is a further row.
struct Advice {
  std::string_view text;
  bool (*helps)(const FitCost& cost);
};
constexpr Advice kAdvice[] = {
    {"fewer rows", [](const FitCost&) { return true; }},
    {"fewer features", [](const FitCost& cost) { return cost.parameters > 2; }},
    {"a smaller --goal", [](const FitCost& cost) { return cost.goal.has_value(); }},
    {"fewer --draws", [](const FitCost& cost) { return !cost.goal; }},
    {"a --time-limit, to take what there is then", [](const FitCost& cost) { return !cost.time_limit; }},
};

/// "94 MB", "1.2 GB".
std::string bytes_text(double bytes) {
  char text[32];
  const double megabytes = bytes * 1e-6;
  if (megabytes < 1000) {
    std::snprintf(text, sizeof text, "%.0f MB", std::max(1.0, megabytes));
  } else {
    std::snprintf(text, sizeof text, megabytes < 10000 ? "%.1f GB" : "%.0f GB", megabytes * 1e-3);
  }
  return text;
}

/// "400 effective draws, some 125 of each chain".
std::string draws_text(const FitCost& cost, std::size_t draws) {
  if (!cost.goal) return counted(draws, "draw") + " of each chain";
  return counted(*cost.goal, "effective draw") + ", some " + std::to_string(draws) + " of each chain";
}

}  // namespace

std::string cost_text(const FitCost& cost) {
  FitCost without_limit = cost;
  without_limit.time_limit.reset();
  const TimeLeft expected(without_limit, 0);
  const std::optional<double> seconds = expected.at(0);
  std::string text = "the run will take ";
  if (seconds) text += "about " + rough_duration_text(std::chrono::duration<double>(*seconds)) + " for ";
  text += draws_text(cost, expected.draws());
  text += "; " + bytes_text(cost.memory_bytes) + " of memory, and a run file of " + bytes_text(cost.file_bytes);
  if (!seconds) return text;
  if (cost.time_limit && *seconds > *cost.time_limit) return text + "; the time limit comes first";
  if (*seconds <= kLong) return text;
  std::vector<std::string> ways;
  for (const Advice& advice : kAdvice) {
    if (advice.helps(cost)) ways.emplace_back(advice.text);
  }
  return text + "; to shorten it: " + joined(ways);
}

}  // namespace lehr::cli
