#include <experiments/program/reproduce.hpp>

#include <array>

#include <experiments/program/experiments.hpp>
#include <lehr/base/errors.hpp>

namespace lehr::reproduce {
namespace {

constexpr std::array kExperiments = {
    Experiment{"figure1", "what annealing does, drawn for two latent values", figure1},
    Experiment{"figure2", "how noisy estimates of the evidence are, by method and number of rows", figure2},
    Experiment{"table1", "how often chains on noisy estimates move, on five data sets, beside the paper's own numbers",
               table1},
    Experiment{"predictions", "how good the probabilities are, by cross-validation, against cheaper ways to them",
               predictions},
};

}  // namespace

std::span<const Experiment> experiments() { return kExperiments; }

Report reproduce(const Request& request, const RunContext& context) {
  for (const Experiment& experiment : experiments()) {
    if (experiment.name == request.experiment) return experiment.run(request, context);
  }
  throw UsageError("there is no experiment '" + request.experiment + "'");
}

}  // namespace lehr::reproduce
