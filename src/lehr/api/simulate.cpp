#include <lehr/api/simulate.hpp>

#include <algorithm>
#include <span>
#include <string>

#include <lehr/base/check.hpp>
#include <lehr/base/flush_denormals.hpp>
#include <lehr/base/memory.hpp>
#include <lehr/linalg/cholesky.hpp>
#include <lehr/linalg/jitter.hpp>
#include <lehr/model/covariance.hpp>
#include <lehr/model/model.hpp>
#include <lehr/random/distributions.hpp>

namespace lehr {
namespace {

double median(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : 0.5 * (sorted[half - 1] + sorted[half]);
}

}  // namespace

void SimulationSettings::check() const {
  check_at_least("rows", static_cast<long long>(rows), 1);
  check_at_least("features", static_cast<long long>(features), 1);
}

Dataset simulate(const SimulationSettings& settings, const ModelSettings& model_settings,
                 const KernelParameters& parameters) {
  settings.check();
  parameters.check(settings.features);
  check_memory_for(settings.rows, 2);
  const FlushDenormals flush;
  Dataset data;
  data.rows = settings.rows;
  data.features = settings.features;
  for (std::size_t k = 0; k < settings.features; ++k) data.feature_names.push_back("x" + std::to_string(k + 1));
  const Model model(model_settings, data.feature_names);

  Stream stream({settings.seed, Purpose::simulation});
  data.inputs.resize(data.rows * data.features);
  for (std::size_t i = 0; i < data.rows; ++i) {
    for (std::size_t k = 0; k < data.features; ++k) data.inputs[k * data.rows + i] = draw_uniform(stream);
  }

  Matrix covariance;
  Matrix factor;
  fill_covariance(data, model.kernel(), parameters, covariance);
  if (!factorise_with_jitter(covariance, factor))
    throw RunError("the covariance at these kernel parameters cannot be factorised");
  Vector noise(factor.rows());
  fill_normal(stream, {noise.data(), data.rows});
  Vector latent = factor.triangularView<Eigen::Lower>() * noise;
  if (settings.balanced) latent.array() -= median({latent.data(), data.rows});

  for (std::size_t i = 0; i < data.rows; ++i) {
    data.labels.push_back(model.likelihood().draw(latent(static_cast<Index>(i)), draw_uniform(stream)));
  }
  return data;
}

}  // namespace lehr
