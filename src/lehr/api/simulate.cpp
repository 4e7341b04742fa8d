#include <lehr/api/simulate.hpp>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <lehr/base/errors.hpp>
#include <lehr/base/flush_denormals.hpp>
#include <lehr/model/model.hpp>
#include <lehr/priors/prior_form.hpp>
#include <lehr/random/distributions.hpp>
#include <lehr/settings/table.hpp>

namespace lehr {
namespace {

constexpr std::uint64_t kMostRows = 100'000;  // a covariance of 80 GB
constexpr std::uint64_t kMostFeatures = 100'000;

constexpr Setting<SimulationSettings> kTable[] = {
    {.member = &SimulationSettings::rows,
     .name = "rows",
     .value_name = "N",
     .help = "how many rows; must be given",
     .allowed = {.least = 1, .most = kMostRows}},
    {.member = &SimulationSettings::features,
     .name = "features",
     .value_name = "D",
     .help = "how many features; must be given",
     .allowed = {.least = 1, .most = kMostFeatures}},
    {.member = &SimulationSettings::balanced,
     .name = "balanced",
     .help = "subtract the latent function's median, so that both labels are about as frequent"},
    {.member = &SimulationSettings::seed, .name = "seed", .own_option = ""},
};

double median(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : 0.5 * (sorted[half - 1] + sorted[half]);
}

}  // namespace

std::span<const Setting<SimulationSettings>> SimulationSettings::table() { return kTable; }

void SimulationSettings::check() const {
  if (!rows) throw UsageError("rows is missing: how many rows to make");
  if (!features) throw UsageError("features is missing: how many features to make");
  check_settings(*this);
}

Dataset simulate(const SimulationSettings& settings, const ModelSettings& model_settings,
                 const KernelParameters& parameters, const RunContext& context) {
  settings.check();
  parameters.check(*settings.features);
  const FlushDenormals flush;
  Dataset data;
  data.rows = *settings.rows;
  data.features = *settings.features;
  for (std::size_t k = 0; k < data.features; ++k) data.feature_names.push_back("x" + std::to_string(k + 1));
  const Model model(model_settings, data.feature_names);

  Stream stream({settings.seed, Purpose::simulation});
  data.inputs.resize(data.rows * data.features);
  for (std::size_t i = 0; i < data.rows; ++i) {
    for (std::size_t k = 0; k < data.features; ++k) data.inputs[k * data.rows + i] = draw_uniform(stream);
  }

  const std::unique_ptr<GaussianPrior> prior =
      choose_prior({data, model.covariance(parameters), Use::draws, context.stop});
  if (prior == nullptr || !prior->prepare_draws()) {
    context.throw_if_stopped();
    throw RunError("the covariance at these kernel parameters cannot be factorised");
  }
  Vector latent = prior->draw(stream);
  if (settings.balanced) latent.array() -= median({latent.data(), data.rows});

  data.responses.kind = model.likelihood().responds_to();
  const std::vector<double> own = likelihoods::usual_parameters(model.likelihood());
  for (std::size_t i = 0; i < data.rows; ++i) {
    const double response = model.likelihood().draw(latent(static_cast<Index>(i)), own, draw_uniform(stream));
    data.responses.value.push_back(response);
  }
  return data;
}

}  // namespace lehr
