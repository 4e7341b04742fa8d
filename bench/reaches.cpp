#include <bench/reaches.hpp>

#include <array>

namespace lehr::bench {
namespace {

struct Reach {
  std::string_view job;
  std::string_view problem;
  double units;
};

constexpr std::string_view kPima = "Pima (5, 3)";
constexpr std::array kReaches = {
    Reach{"kernel-matrix", kPima, 0.2},    Reach{"laplace", kPima, 4.5},
    Reach{"laplace", "Pima (20, 1)", 6.5}, Reach{"ep-converged", kPima, 15},
    Reach{"ais-laplace-1", kPima, 6.5},    Reach{"ais-laplace-10", kPima, 9},
    Reach{"ghk-10-learned", kPima, 6},     Reach{"ghk-10", "simulated, d = 2 (20, 0.255)", 0.5},
};

}  // namespace

std::optional<double> reach_of(std::string_view job, std::string_view problem) {
  for (const Reach& reach : kReaches) {
    if (reach.job == job && reach.problem == problem) return reach.units;
  }
  return std::nullopt;
}

}  // namespace lehr::bench
