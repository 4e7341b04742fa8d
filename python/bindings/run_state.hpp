#pragma once

#include <memory>

#include <pybind11/pybind11.h>

#include <lehr/api/run.hpp>

namespace lehr::python {

/// A run as a pickle holds it: the description as JSON, the numbers as bytes.
pybind11::tuple run_to_state(const Run& run);
std::unique_ptr<Run> run_from_state(const pybind11::tuple& state);

}  // namespace lehr::python
