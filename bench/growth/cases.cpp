#include <bench/growth/cases.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <lehr/random/distributions.hpp>

namespace lehr::bench {
namespace {

constexpr std::size_t kWaves = 500;

/// f(x) = sqrt(2 variance / waves) sum cos(omega'x + phase), omega ~ N(0, I / lengthscale^2): covariance as of the RBF.
std::vector<double> sum_of_waves(const Dataset& data, const KernelParameters& parameters, Stream& stream) {
  std::vector<double> sum(data.rows, 0.0);
  std::vector<double> frequency(data.features);
  const double amplitude = std::sqrt(2 * parameters.variance / static_cast<double>(kWaves));
  for (std::size_t wave = 0; wave < kWaves; ++wave) {
    for (double& value : frequency) value = draw_normal(stream) / parameters.lengthscales[0];
    const double phase = 2 * std::numbers::pi * draw_uniform(stream);
    for (std::size_t i = 0; i < data.rows; ++i) {
      double angle = phase;
      for (std::size_t k = 0; k < data.features; ++k) angle += frequency[k] * data.feature(k)[i];
      sum[i] += amplitude * std::cos(angle);
    }
  }
  return sum;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

std::vector<GrowthCase> growth_cases() {
  return {{"low-rank", "2 features in the unit square, (20, 0.255)", 2, 1, {20, {0.255}}},
          {"standardised", "2 standardised features, (20, 0.255)", 2, std::sqrt(12.0), {20, {0.255}}},
          {"dense", "5 features in the unit cube, (5, 0.5)", 5, 1, {5, {0.5}}}};
}

Dataset wave_data(const GrowthCase& growth_case, std::size_t rows) {
  Dataset data;
  data.rows = rows;
  data.features = growth_case.features;
  Stream stream({1, Purpose::simulation});
  for (std::size_t i = 0; i < rows * data.features; ++i)
    data.inputs.push_back(growth_case.width * draw_uniform(stream));
  for (std::size_t k = 0; k < data.features; ++k) data.feature_names.push_back("x" + std::to_string(k + 1));
  const std::vector<double> latent = sum_of_waves(data, growth_case.parameters, stream);
  const double middle = median(latent);
  for (const double f : latent) data.responses.value.push_back(f - middle + draw_normal(stream) > 0 ? 1 : 0);
  return data;
}

}  // namespace lehr::bench
