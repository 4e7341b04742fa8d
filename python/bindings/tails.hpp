#pragma once

#include <pybind11/pybind11.h>

#include <lehr/api/run.hpp>

namespace lehr::python {

/// (`tails` of `lehr summary --check-tails --format json`, warnings, notes).
pybind11::tuple check_tails_of(const Run& run, int threads, const pybind11::object& progress);

}  // namespace lehr::python
