#include <pybind11/stl.h>

#include <bindings/arrays.hpp>
#include <bindings/bindings.hpp>
#include <bindings/long_call.hpp>
#include <bindings/table.hpp>
#include <lehr/lehr.hpp>

namespace lehr::python {
namespace {

py::dict report_dict(EvidenceReport report) {
  const auto repeats = static_cast<py::ssize_t>(report.log_estimates.size());
  const auto samples = static_cast<py::ssize_t>(report.importance_samples);
  const auto rows = static_cast<py::ssize_t>(report.rows);
  py::dict dict;
  dict["log_weights"] = py::none();
  dict["latents"] = py::none();
  if (!report.log_weights.empty()) dict["log_weights"] = give(std::move(report.log_weights), {repeats, samples});
  if (!report.latents.empty()) dict["latents"] = give(std::move(report.latents), {repeats, samples, rows});
  dict["state_name"] = report.state_name;
  dict["log_evidence"] = report.log_evidence;
  dict["log_estimates"] = give(std::move(report.log_estimates));
  dict["sd_log"] = report.sd_log;
  dict["se_log"] = report.se_log;
  dict["approximation_log_evidence"] = report.approximation_log_evidence;
  dict["effective_sample_size"] = report.effective_sample_size;
  dict["noise"] = report.noise;
  dict["pareto_k"] = report.pareto_k;
  dict["rows"] = report.rows;
  dict["features"] = report.features;
  dict["seconds"] = report.seconds;
  dict["kernel"] = report.kernel;
  dict["likelihood"] = report.likelihood;
  dict["approximation"] = report.approximation;
  dict["estimator"] = report.estimator;
  dict["iterations"] = report.iterations;
  dict["converged"] = report.converged;
  dict["infinite_variance"] = report.infinite_variance;
  dict["heavy_tail"] = report.heavy_tail;
  dict["jitter"] = report.jitter;
  dict["rank"] = report.rank;
  dict["importance_samples"] = report.importance_samples;
  dict["temperatures"] = report.temperatures;
  dict["ladder"] = report.ladder;
  dict["warnings"] = report.warnings;
  return dict;
}

py::dict evidence_of(const Dataset& data, const ModelSettings& model, const KernelParameters& parameters,
                     const EvidenceSettings& settings, LongCall& call) {
  return report_dict(
      call.run([&](const RunContext& context) { return evidence(data, model, parameters, settings, context); }));
}

KernelParameters kernel_parameters(double variance, const Numbers& lengthscales) {
  return {variance, copy_of(lengthscales)};
}

}  // namespace

void bind_evidence(py::module_& module) {
  module.def(
      "evidence",
      [](const Numbers& inputs, const Numbers& classes, const TableDescription& table, const ModelSettings& model,
         double variance, const Numbers& lengthscales, const EvidenceSettings& settings, int threads,
         const py::object& progress) {
        settings.check(model);
        const EncodedTable encoded = encode(inputs, classes, table);
        LongCall call(threads, progress);
        return evidence_of(encoded.data, model, kernel_parameters(variance, lengthscales), settings, call);
      },
      py::arg("inputs"), py::arg("classes"), py::arg("table"), py::arg("model"), py::arg("variance"),
      py::arg("lengthscales"), py::arg("settings"), py::arg("threads"), py::arg("progress"));
  module.def(
      "evidence_of_run",
      [](const Run& run, double variance, const Numbers& lengthscales, const EvidenceSettings& settings, int threads,
         const py::object& progress) {
        LongCall call(threads, progress);
        return evidence_of(run.info.data, run.info.model, kernel_parameters(variance, lengthscales), settings, call);
      },
      py::arg("run"), py::arg("variance"), py::arg("lengthscales"), py::arg("settings"), py::arg("threads"),
      py::arg("progress"));
}

}  // namespace lehr::python
