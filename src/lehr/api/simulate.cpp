#include <lehr/api/simulate.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include <lehr/base/check.hpp>
#include <lehr/base/flush_denormals.hpp>
#include <lehr/base/memory.hpp>
#include <lehr/linalg/cholesky.hpp>
#include <lehr/linalg/jitter.hpp>
#include <lehr/model/covariance.hpp>
#include <lehr/model/low_rank.hpp>
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

/// A draw of N(0, K).
Vector draw_latent(const Dataset& data, const Kernel& kernel, const KernelParameters& parameters, Stream& stream) {
  const auto normals = [&](Index count) {
    Vector values(count);
    fill_normal(stream, {values.data(), static_cast<std::size_t>(count)});
    return values;
  };
  if (const std::optional<Matrix> g = low_rank_factor(data, kernel, parameters)) return *g * normals(g->cols());
  check_memory_for(data.rows, 2);
  Matrix covariance;
  Matrix factor;
  fill_covariance(data, kernel, parameters, covariance);
  if (!factorise_with_jitter(covariance, factor))
    throw RunError("the covariance at these kernel parameters cannot be factorised");
  return factor.triangularView<Eigen::Lower>() * normals(factor.rows());
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

  Vector latent = draw_latent(data, model.kernel(), parameters, stream);
  if (settings.balanced) latent.array() -= median({latent.data(), data.rows});

  for (std::size_t i = 0; i < data.rows; ++i) {
    data.labels.push_back(model.likelihood().draw(latent(static_cast<Index>(i)), draw_uniform(stream)));
  }
  return data;
}

}  // namespace lehr
