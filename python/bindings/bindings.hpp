#pragma once

#include <pybind11/pybind11.h>

// One function for each part of the module; module.cpp calls them all.
namespace lehr::python {

void bind_settings(pybind11::module_& module);
void bind_run(pybind11::module_& module);
void bind_evidence(pybind11::module_& module);

}  // namespace lehr::python
