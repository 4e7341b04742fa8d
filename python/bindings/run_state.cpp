#include <bindings/run_state.hpp>

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <lehr/api/basics.hpp>
#include <lehr/api/files.hpp>

namespace lehr::python {
namespace {

namespace py = pybind11;

constexpr const char* kName = "the pickled run";
constexpr std::size_t kParts = 18;

py::bytes to_bytes(const std::vector<double>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double)};
}

/// `size` numbers, or none where that is allowed.
std::vector<double> from_bytes(const py::handle& part, std::size_t size, bool may_be_empty = false) {
  const auto bytes = py::cast<std::string_view>(part);
  if (may_be_empty && bytes.empty()) return {};
  if (bytes.size() != size * sizeof(double)) throw InputError(std::string(kName) + " is damaged");
  std::vector<double> values(size);
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

}  // namespace

py::tuple run_to_state(const Run& run) {
  py::list parameters;
  for (const std::vector<double>& values : run.chains.parameters) parameters.append(to_bytes(values));
  const std::vector<double> accepted(run.chains.accepted.begin(), run.chains.accepted.end());
  std::vector<double> left_out;  // the numbers of each row
  if (run.outcome.leave_one_out) {
    left_out = run.outcome.leave_one_out->elpd;
    const std::vector<double>& pareto_k = run.outcome.leave_one_out->pareto_k;
    left_out.insert(left_out.end(), pareto_k.begin(), pareto_k.end());
  }
  return py::make_tuple(
      run_info_to_json(run.info, DataNumbers::elsewhere), run.info.annotation, run_outcome_to_json(run.outcome),
      to_bytes(run.info.data.inputs), to_bytes(run.info.data.responses.value),
      py::make_tuple(run.chains.draws, parameters), to_bytes(run.chains.log_evidence_estimate),
      to_bytes(run.chains.log_prior), to_bytes(accepted), to_bytes(run.chains.numbers_from), to_bytes(run.states),
      to_bytes(run.latents), to_bytes(run.continuation.evaluations), to_bytes(run.continuation.log_thetas),
      to_bytes(run.alphas), to_bytes(run.log_likelihoods), to_bytes(left_out), to_bytes(run.chains.broken));
}

std::unique_ptr<Run> run_from_state(const py::tuple& state) {
  if (state.size() != kParts) throw InputError(std::string(kName) + " comes from another version");
  auto run = std::make_unique<Run>();
  run->info = run_info_from_json(state[0].cast<std::string>(), kName);
  run->info.annotation = state[1].cast<std::string>();
  run->outcome = run_outcome_from_json(state[2].cast<std::string>(), kName);
  Dataset& data = run->info.data;
  data.inputs = from_bytes(state[3], data.rows * data.features);
  data.responses.value = from_bytes(state[4], data.rows);
  const auto draws = state[5].cast<py::tuple>();
  run->chains.draws = draws[0].cast<std::size_t>();
  const std::size_t total = run->info.fit.chains * run->chains.draws;
  for (const py::handle& values : draws[1]) run->chains.parameters.push_back(from_bytes(values, total));
  run->chains.log_evidence_estimate = from_bytes(state[6], total);
  run->chains.log_prior = from_bytes(state[7], total);
  const std::vector<double> accepted = from_bytes(state[8], total);
  run->chains.accepted.assign(accepted.begin(), accepted.end());
  run->chains.numbers_from = from_bytes(state[9], total);
  run->states = from_bytes(state[10], total * data.rows, true);
  run->latents = from_bytes(state[11], total * data.rows, true);
  const std::size_t evaluations = py::len(state[12]) / sizeof(double);
  if (evaluations % run->info.fit.chains != 0) throw InputError(std::string(kName) + " is damaged");
  run->continuation.evaluations = from_bytes(state[12], evaluations);
  run->continuation.log_thetas =
      from_bytes(state[13], total * run->info.parameter_names.size(), run->continuation.empty());
  run->alphas = from_bytes(state[14], total * data.rows, true);
  run->chains.broken = from_bytes(state[17], total, true);
  if (!run->outcome.leave_one_out) return run;
  run->log_likelihoods = from_bytes(state[15], total * data.rows);
  const std::vector<double> left_out = from_bytes(state[16], 2 * data.rows);
  const auto middle = left_out.begin() + static_cast<std::ptrdiff_t>(data.rows);
  run->outcome.leave_one_out->elpd.assign(left_out.begin(), middle);
  run->outcome.leave_one_out->pareto_k.assign(middle, left_out.end());
  return run;
}

}  // namespace lehr::python
