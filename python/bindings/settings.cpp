#include <pybind11/stl.h>

#include <bindings/bindings.hpp>
#include <bindings/table.hpp>
#include <lehr/lehr.hpp>

namespace lehr::python {

namespace py = pybind11;

void bind_settings(py::module_& module) {
  py::class_<TableDescription>(module, "TableDescription")
      .def(py::init<>())
      .def_readwrite("columns", &TableDescription::columns)
      .def_readwrite("has_names", &TableDescription::has_names)
      .def_readwrite("label_column", &TableDescription::label_column)
      .def_readwrite("negative", &TableDescription::negative)
      .def_readwrite("positive", &TableDescription::positive)
      .def_readwrite("standardize", &TableDescription::standardize);

  py::class_<GammaPrior>(module, "GammaPrior").def(py::init([](double shape, double rate) {
    return GammaPrior{shape, rate};
  }));
  py::class_<ModelSettings>(module, "ModelSettings")
      .def(py::init<>())
      .def_readwrite("kernel", &ModelSettings::kernel)
      .def_readwrite("ard", &ModelSettings::ard)
      .def_readwrite("likelihood", &ModelSettings::likelihood)
      .def_readwrite("variance_prior", &ModelSettings::variance_prior)
      .def_readwrite("lengthscale_prior", &ModelSettings::lengthscale_prior)
      .def("check", &ModelSettings::check);

  py::class_<EvidenceSettings>(module, "EvidenceSettings")
      .def(py::init<>())
      .def_readwrite("approximation", &EvidenceSettings::approximation)
      .def_readwrite("ep_sweeps", &EvidenceSettings::ep_sweeps)
      .def_readwrite("ep_converged", &EvidenceSettings::ep_converged)
      .def_readwrite("estimator", &EvidenceSettings::estimator)
      .def_readwrite("importance_samples", &EvidenceSettings::importance_samples)
      .def_readwrite("repeats", &EvidenceSettings::repeats)
      .def_readwrite("temperatures", &EvidenceSettings::temperatures)
      .def_readwrite("ladder", &EvidenceSettings::ladder)
      .def_readwrite("seed", &EvidenceSettings::seed)
      .def_readwrite("keep_latents", &EvidenceSettings::keep_latents)
      .def("check", &EvidenceSettings::check);

  py::class_<FitSettings>(module, "FitSettings")
      .def(py::init<>())
      .def_readwrite("evidence", &FitSettings::evidence)
      .def_readwrite("sampler", &FitSettings::sampler)
      .def_readwrite("tune_on", &FitSettings::tune_on)
      .def_readwrite("chains", &FitSettings::chains)
      .def_readwrite("warmup", &FitSettings::warmup)
      .def_readwrite("draws", &FitSettings::draws)
      .def_readwrite("thin", &FitSettings::thin)
      .def_readwrite("keep_latents", &FitSettings::keep_latents)
      .def("check", &FitSettings::check);

  module.def("names_of", &names_of, py::arg("kind"));
}

}  // namespace lehr::python
