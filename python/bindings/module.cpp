#include <string>

#include <pybind11/stl.h>

#include <bindings/bindings.hpp>
#include <lehr/lehr.hpp>

namespace py = pybind11;

namespace {

/// Bad input and impossible settings are a ValueError, as scikit-learn's users expect; a run that failed is a
/// RuntimeError.
// NOLINTNEXTLINE(performance-unnecessary-value-param): pybind11 asks for this type
void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const lehr::UsageError& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const lehr::InputError& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const lehr::Interrupted& error) {
    PyErr_SetString(PyExc_KeyboardInterrupt, error.what());
  } catch (const lehr::RunError& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  module.doc() = "The compiled part of lehr; use the package `lehr` instead.";
  py::register_exception_translator(&translate);
  module.attr("__version__") = std::string(lehr::version());
  module.attr("__commit__") = std::string(lehr::commit());
  module.def("missing_instructions", &lehr::missing_instructions);
  lehr::python::bind_settings(module);
  lehr::python::bind_run(module);
  lehr::python::bind_evidence(module);
}
