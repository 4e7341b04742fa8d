#pragma once

#include <string>
#include <vector>

#include <experiments/program/figure2_units.hpp>
#include <experiments/program/source.hpp>

namespace lehr::reproduce {

/// What was measured of one method at one number of rows, theta by theta. Values where the numbers broke down are left
/// out.
struct NoiseCell {
  std::size_t rows = 0;
  NoiseMethod method;
  std::vector<std::size_t> theta = {};  // its number
  std::vector<double> variance = {};
  std::vector<double> lengthscale = {};
  std::vector<double> r = {};
  std::vector<double> log_evidence = {};
  std::vector<double> cost = {};  // of one estimate, in factorisations
  std::size_t broken_down = 0;    // thetas
};

/// By rows, then in the order of kNoiseMethods.
std::vector<NoiseCell> noise_cells(const Request& request, const Results& results);

std::string noise_csv(const std::vector<NoiseCell>& cells, const Source& source);
std::string noise_text(const std::vector<NoiseCell>& cells);

/// The box plots, of the paper's methods or of all, and noise against cost.
void draw_noise(const Request& request, const std::vector<NoiseCell>& cells, const std::string& source, Report& report);

}  // namespace lehr::reproduce
