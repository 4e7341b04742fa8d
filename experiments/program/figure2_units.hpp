#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <experiments/program/reproduce.hpp>
#include <experiments/program/unit.hpp>

// The paper's figure 2: how noisy estimates of the evidence are. Data are made up in the unit square (sigma = 20, tau =
// 0.255, balanced classes), and a preliminary run draws thetas from the posterior. At each of them r is the standard
// deviation of log10 of the estimate, over repetitions with 4 importance samples.
namespace lehr::reproduce {

/// An estimator that is compared.
struct NoiseMethod {
  std::string_view name;  // in the CSV and in the names of units
  std::string_view label;
  std::string_view approximation;
  std::string_view estimator;
  bool in_paper;
};
inline constexpr std::array<NoiseMethod, 6> kNoiseMethods = {{
    {"is-laplace", "IS from Laplace", "laplace", "is", true},
    {"ais-prior", "AIS from the prior", "prior", "ais", true},
    {"ais-laplace", "AIS from Laplace", "laplace", "ais", true},
    {"is-ep", "IS from EP", "ep", "is", false},
    {"ais-ep", "AIS from EP", "ep", "ais", false},
    {"ghk", "look-ahead GHK from EP", "ep", "ghk", false},
}};

/// How much is run.
struct NoisePlan {
  std::vector<std::size_t> rows;  // n
  std::size_t thetas;             // of each n
  std::size_t repetitions;        // for each r
  static NoisePlan of(const Request& request);
  std::string words() const;
};

/// The unit that draws theta, and the one that measures a method.
std::string theta_unit_name(const Request& request, std::size_t rows);
std::string noise_unit_name(const Request& request, std::size_t rows, const NoiseMethod& method);

std::vector<Unit> figure2_units(const Request& request);

}  // namespace lehr::reproduce
