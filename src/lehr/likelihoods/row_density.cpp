#include <lehr/likelihoods/row_density.hpp>

#include <algorithm>
#include <cmath>

#include <lehr/likelihoods/cavity_quadrature.hpp>
#include <lehr/likelihoods/shifted_trapezoid.hpp>

namespace lehr {

void RowDensity::log_densities(std::size_t row, std::span<const double> f, std::span<double> out) const {
  for (std::size_t i = 0; i < f.size(); ++i) out[i] = log_density(row, f[i]).value;
}

double RowDensity::total(std::span<const double> f) const {
  double total = 0;
  for (std::size_t i = 0; i < f.size(); ++i) total += log_density(i, f[i]).value;
  return total;
}

CavityIntegral RowDensity::cavity_integral(std::size_t row, double mean, double variance) const {
  return cavity_integral_by_quadrature(*this, row, mean, variance);
}

double RowDensity::probability(std::size_t row, double mean, double variance) const {
  if (!(variance > 0)) return std::exp(log_density(row, mean).value);
  return std::exp(cavity_integral(row, mean, variance).log_value);
}

void RowDensity::draw_state(std::span<const double> f, Stream& /*stream*/, std::span<double> state) const {
  std::copy(f.begin(), f.end(), state.begin());
}

void RowDensity::draw(std::size_t row, const RowCavity& cavity, const RowNumbers& numbers, std::span<double> log_mass,
                      std::span<double> values) const {
  draw_by_shifted_trapezoid(*this, row, cavity, numbers, log_mass, values);
}

}  // namespace lehr
