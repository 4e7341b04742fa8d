#include <lehr/likelihoods/likelihood.hpp>

#include <cmath>
#include <cstddef>

#include <lehr/base/find_named.hpp>
#include <lehr/likelihoods/cavity_quadrature.hpp>

namespace lehr {

double Likelihood::total_log_density(std::span<const double> y, std::span<const double> f) const {
  double total = 0;
  for (std::size_t i = 0; i < y.size(); ++i) total += log_density(y[i], f[i]).value;
  return total;
}

CavityIntegral Likelihood::cavity_integral(double y, double mean, double variance) const {
  return cavity_integral_by_quadrature(*this, y, mean, variance);
}

double Likelihood::positive_probability(double mean, double variance) const {
  if (!(variance > 0)) return std::exp(log_density(1, mean).value);
  return std::exp(cavity_integral(1, mean, variance).log_value);
}

namespace likelihoods {

const Likelihood& named(std::string_view name) { return find_named(all(), "likelihood", name); }

}  // namespace likelihoods
}  // namespace lehr
