#include <lehr/api/simulate.hpp>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <lehr/base/check.hpp>
#include <lehr/base/flush_denormals.hpp>
#include <lehr/model/model.hpp>
#include <lehr/priors/prior_form.hpp>
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

  const std::unique_ptr<GaussianPrior> prior = choose_prior({data, model.kernel(), parameters, Use::draws});
  if (prior == nullptr) throw RunError("the covariance at these kernel parameters cannot be factorised");
  Vector latent = prior->draw(stream);
  if (settings.balanced) latent.array() -= median({latent.data(), data.rows});

  const std::vector<double> own = likelihoods::usual_parameters(model.likelihood());
  for (std::size_t i = 0; i < data.rows; ++i) {
    const double response = model.likelihood().draw(latent(static_cast<Index>(i)), own, draw_uniform(stream));
    data.labels.push_back(response > 0 ? 1 : -1);
  }
  return data;
}

}  // namespace lehr
