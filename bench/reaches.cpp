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
    // C
    Reach{"laplace", kPima, 3.2},
    Reach{"ep-converged", kPima, 11},
    Reach{"ais-laplace-10", kPima, 7},
    Reach{"estimate-16", "Glass (15, 3.8)", 2.8},
    Reach{"estimate-16", kPima, 1.6},
    Reach{"estimate-16", "2000 rows of 8 features (5, 0.866)", 1.5},
    Reach{"fit-to-goal", "pima", 2000},
    // per cent of the peak, at least
    Reach{"cholesky", "n = 214", 70},
    Reach{"cholesky", "n = 768", 85},
    Reach{"cholesky", "n = 5000", 75},
    // seconds of all processors
    Reach{"lehr fit", "glass", 1},
    Reach{"lehr fit", "thyroid", 1},
    Reach{"lehr fit", "2000 dense rows", 180},
    Reach{"lehr fit", "5000 dense rows", 2700},
    Reach{"lehr predict, 1000 rows", "pima", 4},
    Reach{"lehr predict, 1 row", "n = 569", 1},
    Reach{"lehr predict, 1 row", "n = 1000", 3},
};

}  // namespace

std::optional<double> reach_of(std::string_view job, std::string_view problem) {
  for (const Reach& reach : kReaches) {
    if (reach.job == job && reach.problem == problem) return reach.units;
  }
  return std::nullopt;
}

}  // namespace lehr::bench
