#include <memory>

#include <pybind11/stl.h>

#include <bindings/arrays.hpp>
#include <bindings/bindings.hpp>
#include <bindings/long_call.hpp>
#include <bindings/run_state.hpp>
#include <bindings/table.hpp>
#include <bindings/tails.hpp>
#include <lehr/api/files.hpp>
#include <lehr/lehr.hpp>

namespace lehr::python {
namespace {

py::ssize_t length(std::size_t size) { return static_cast<py::ssize_t>(size); }

std::vector<py::ssize_t> shape_of_draws(const Run& run) {
  return {length(run.chains.chains()), length(run.chains.draws)};
}

std::vector<py::ssize_t> shape_of_latents(const Run& run) {
  return {length(run.chains.chains()), length(run.chains.draws), length(run.info.data.rows)};
}

/// A member of the run's, as a read-only array that keeps the run alive. None where it is empty.
template <class Member, class Shape>
auto looking_at(const Member& member, const Shape& shape) {
  return [member, shape](const py::object& self) -> py::object {
    const Run& run = self.cast<const Run&>();
    const std::vector<double>& values = member(run);
    if (values.empty()) return py::none();
    return look_into(values, shape(run), self);
  };
}

py::array_t<bool> accepted(const Run& run) {
  py::array_t<bool> array(shape_of_draws(run));
  std::copy(run.chains.accepted.begin(), run.chains.accepted.end(), array.mutable_data());
  return array;
}

/// Counts, one for each draw. None where there are none.
py::object counts(const Run& run, const std::vector<double>& values) {
  if (values.empty()) return py::none();
  py::array_t<std::int64_t> array(shape_of_draws(run));
  std::transform(values.begin(), values.end(), array.mutable_data(),
                 [](double value) { return static_cast<std::int64_t>(value); });
  return array;
}

py::dict parameter_dict(const ParameterSummary& parameter) {
  py::dict dict;
  dict["mean"] = parameter.mean;
  dict["sd"] = parameter.sd;
  dict["q5"] = parameter.q5;
  dict["q50"] = parameter.q50;
  dict["q95"] = parameter.q95;
  dict["ess_bulk"] = parameter.ess_bulk;
  dict["ess_tail"] = parameter.ess_tail;
  dict["rhat"] = parameter.rhat;
  dict["mcse_mean"] = parameter.mcse_mean;
  return dict;
}

py::dict coefficient_dict(const Coefficient& coefficient, const Encoding& encoding) {
  py::dict dict;
  dict["mean"] = coefficient.mean;
  dict["sd"] = coefficient.sd;
  dict["q5"] = coefficient.q5;
  dict["q50"] = coefficient.q50;
  dict["q95"] = coefficient.q95;
  dict["mean_per_unit"] = mean_per_unit(coefficient, encoding);
  return dict;
}

/// Of `loo` in `lehr summary --format json`.
py::object loo_dict(const std::optional<LeaveOneOutScore>& loo) {
  if (!loo) return py::none();
  py::dict dict;
  dict["kind"] = loo->kind;
  dict["elpd"] = loo->elpd;
  dict["se"] = loo->se;
  dict["log_loss"] = loo->log_loss;
  dict["error"] = loo->error;
  dict["pareto_k_bad"] = loo->pareto_k_bad;
  dict["regression_error"] = loo->regression_error;
  return dict;
}

/// The same with the numbers of each row.
py::object leave_one_out_dict(const Run& run) {
  if (!run.outcome.leave_one_out) return py::none();
  const LeaveOneOut& rows = *run.outcome.leave_one_out;
  py::dict dict = loo_dict(score_leave_one_out(rows, run.info.data.responses));
  dict["pointwise"] = give(std::vector<double>(rows.elpd));
  dict["pareto_k"] = give(std::vector<double>(rows.pareto_k));
  return dict;
}

/// The keys of `lehr summary --format json`.
py::dict report_dict(const Run& run) {
  const RunReport report = report_on(run);
  py::dict parameters;
  for (const ParameterSummary& parameter : report.summary.parameters) {
    parameters[py::str(parameter.name)] = parameter_dict(parameter);
  }
  py::list rates;
  py::list stretches;
  for (const ChainMovement& chain : report.summary.movement) {
    rates.append(chain.acceptance_rate);
    stretches.append(chain.longest_stretch);
  }
  py::dict coefficients;
  for (const Coefficient& coefficient : report.coefficients) {
    coefficients[py::str(coefficient.name)] = coefficient_dict(coefficient, run.info.encoding);
  }
  py::dict dict;
  dict["parameters"] = parameters;
  dict["coefficients"] = coefficients;
  dict["acceptance_rate"] = rates;
  dict["longest_stretch"] = stretches;
  dict["chains"] = report.summary.chains;
  dict["draws"] = report.summary.draws;
  dict["seconds"] = report.seconds;
  dict["complete"] = report.complete;
  dict["goal_reached"] = report.goal_reached;
  dict["estimate_noise"] = report.estimate_noise;
  dict["silence"] = report.silence.empty() ? py::object(py::none()) : py::str(report.silence);
  dict["broken_proposals"] = report.summary.broken_proposals;
  dict["warmup_evaluations"] = report.warmup_evaluations;
  dict["loo"] = loo_dict(report.loo);
  const std::optional<ModelEvidence>& evidence = report.model_evidence;
  dict["log_model_evidence"] = evidence ? std::optional(evidence->log_value) : std::nullopt;
  dict["log_model_evidence_error"] = evidence ? std::optional(evidence->error) : std::nullopt;
  dict["sampler"] = report.sampler;
  dict["fallback_reason"] = report.fallback_reason.empty() ? py::object(py::none()) : py::str(report.fallback_reason);
  dict["estimator"] = report.estimator;
  dict["warnings"] = report.warnings;
  return dict;
}

/// (run, notes, warnings about the data, exception of an interrupt or None).
py::tuple sample_numbers(const Numbers& inputs, const Numbers& classes, const TableDescription& table,
                         const ModelSettings& model, const FitSettings& settings, int threads,
                         const py::object& progress) {
  settings.check(model);
  require_computable_priors(model);
  SampleRequest request{
      .source = "python", .table = encode(inputs, classes, table), .model = model, .settings = settings};
  const std::vector<std::string> warnings = request.table.warnings;
  LongCall call(threads, progress);
  SampleReport report = call.run([&](const RunContext& context) { return sample(std::move(request), context); });
  return py::make_tuple(std::make_unique<Run>(std::move(report.run)), report.notes, warnings, call.interruption());
}

py::object regression_dict(const std::optional<VarianceRegressionError>& error) {
  if (!error) return py::none();
  py::dict dict;
  dict["anchors"] = error->anchors;
  dict["draws"] = error->draws;
  dict["rows"] = error->rows;
  dict["mean_error"] = error->mean;
  dict["largest_error"] = error->largest;
  return dict;
}

py::dict predict_numbers(const Run& run, const Numbers& inputs, const PredictionSettings& settings, int threads,
                         const py::object& progress) {
  LongCall call(threads, progress);
  Predictions predictions =
      call.run([&](const RunContext& context) { return predict(run, view_of(inputs), settings, context); });
  py::dict dict;
  dict["probability"] = give(std::move(predictions.probability));
  dict["lower"] = give(std::move(predictions.lower));
  dict["upper"] = give(std::move(predictions.upper));
  dict["latent_mean"] = give(std::move(predictions.latent_mean));
  dict["latent_sd"] = give(std::move(predictions.latent_sd));
  dict["mcse_probability"] = give(std::move(predictions.mcse_probability));
  dict["draws"] = predictions.draws;
  dict["variance_regression"] = regression_dict(predictions.variance_regression);
  return dict;
}

/// (name, places among the parameters, names of the members and of the dimension along them; nothing for a parameter
/// that stands alone) of each variable that the parameters are in a run file.
py::list parameter_blocks_of(const Run& run) {
  py::list blocks;
  for (const ParameterBlock& block : parameter_blocks(run.info.parameter_names, run.info.data.feature_names)) {
    py::list places;
    for (std::size_t i = 0; i < block.size(); ++i) places.append(block.first + i);
    blocks.append(py::make_tuple(block.name, places, block.members, block.dimension));
  }
  return blocks;
}

py::list relevance_list(const Run& run, int threads, const py::object& progress) {
  LongCall call(threads, progress);
  const RelevanceReport report = call.run([&](const RunContext& context) { return relevance(run, context); });
  py::list features;
  for (const FeatureRelevance& feature : report.features) {
    py::dict dict;
    dict["name"] = feature.name;
    dict["relevance"] = feature.relevance;
    dict["lower"] = feature.lower;
    dict["upper"] = feature.upper;
    dict["lengthscale_learned"] = feature.lengthscale_learned;
    features.append(dict);
  }
  return features;
}

/// The entries of `lehr compare --format json`, and notes.
py::tuple compare_named(const std::vector<std::pair<std::string, const Run*>>& named) {
  std::vector<RunToCompare> runs;
  for (const auto& [name, run] : named) runs.push_back(to_compare(name, *run));
  const RunComparison comparison = compare(std::move(runs));
  py::list list;
  for (const ComparedRun& run : comparison.runs) {
    const std::optional<ModelEvidence>& evidence = run.model_evidence;
    py::dict dict;
    dict["file"] = run.file;
    dict["log_model_evidence"] = evidence ? std::optional(evidence->log_value) : std::nullopt;
    dict["log_model_evidence_error"] = evidence ? std::optional(evidence->error) : std::nullopt;
    dict["elpd_loo"] = run.elpd;
    dict["elpd_loo_se"] = run.elpd_se;
    dict["elpd_difference"] = run.elpd_difference;
    dict["elpd_difference_se"] = run.elpd_difference_se;
    list.append(dict);
  }
  return py::make_tuple(list, comparison.notes);
}

void bind_arrays(py::class_<Run>& run) {
  const auto parameter = [](const py::object& self, std::size_t index) {
    const Run& held = self.cast<const Run&>();
    return look_into(held.chains.parameters.at(index), shape_of_draws(held), self);
  };
  const auto inputs_shape = [](const Run& held) {
    return std::vector<py::ssize_t>{length(held.info.data.features), length(held.info.data.rows)};
  };
  const auto classes_shape = [](const Run& held) { return std::vector<py::ssize_t>{length(held.info.data.rows)}; };
  const auto log_theta_shape = [](const Run& held) {
    return std::vector<py::ssize_t>{length(held.chains.chains()), length(held.chains.draws),
                                    length(held.info.parameter_names.size())};
  };
  run.def("parameter", parameter, py::arg("index"))
      .def("parameter_blocks", &parameter_blocks_of)
      .def_property_readonly("state_name", [](const Run& r) { return std::string(r.info.state_name()); })
      .def_property_readonly("states", looking_at(
                                           [](const Run& r) -> auto& { return r.states; }, shape_of_latents))
      .def_property_readonly("latents", looking_at(
                                            [](const Run& r) -> auto& { return r.latents; }, shape_of_latents))
      .def_property_readonly("alphas", looking_at(
                                           [](const Run& r) -> auto& { return r.alphas; }, shape_of_latents))
      .def_property_readonly("log_evidence_estimate",
                             looking_at(
                                 [](const Run& r) -> auto& { return r.chains.log_evidence_estimate; }, shape_of_draws))
      .def_property_readonly("log_prior", looking_at(
                                              [](const Run& r) -> auto& { return r.chains.log_prior; }, shape_of_draws))
      .def_property_readonly("log_theta",
                             looking_at(
                                 [](const Run& r) -> auto& { return r.continuation.log_thetas; }, log_theta_shape))
      .def_property_readonly("inputs", looking_at(
                                           [](const Run& r) -> auto& { return r.info.data.inputs; }, inputs_shape))
      .def_property_readonly("classes",
                             looking_at(
                                 [](const Run& r) -> auto& { return r.info.data.responses.value; }, classes_shape))
      .def_property_readonly("log_likelihoods",
                             looking_at(
                                 [](const Run& r) -> auto& { return r.log_likelihoods; }, shape_of_latents))
      .def("leave_one_out", &leave_one_out_dict)
      .def("accepted", &accepted)
      .def("numbers_from", [](const Run& r) { return counts(r, r.chains.numbers_from); })
      .def("broken", [](const Run& r) { return counts(r, r.chains.broken); });
}

}  // namespace

void bind_run(py::module_& module) {
  py::class_<Run> run(module, "Run");
  run.def_property_readonly("info_json",
                            [](const Run& held) { return run_info_to_json(held.info, DataNumbers::elsewhere); })
      .def_property(
          "annotation", [](const Run& held) { return held.info.annotation; },
          [](Run& held, const std::string& text) { held.info.annotation = text; })
      .def("report", &report_dict)
      .def("predict", &predict_numbers, py::arg("inputs"), py::arg("settings"), py::arg("threads"), py::arg("progress"))
      .def("relevance", &relevance_list, py::arg("threads"), py::arg("progress"))
      .def("check_tails", &check_tails_of, py::arg("threads"), py::arg("progress"))
      .def("write", &write_run, py::arg("path"), py::call_guard<py::gil_scoped_release>())
      .def(py::pickle(&run_to_state, &run_from_state));
  bind_arrays(run);
  module.def("compare", &compare_named, py::arg("runs"));
  module.def("read_run", &read_run, py::arg("path"), py::call_guard<py::gil_scoped_release>());
  module.def("sample", &sample_numbers, py::arg("inputs"), py::arg("classes"), py::arg("table"), py::arg("model"),
             py::arg("settings"), py::arg("threads"), py::arg("progress"));
}

}  // namespace lehr::python
