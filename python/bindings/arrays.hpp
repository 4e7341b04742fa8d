#pragma once

#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <lehr/api/basics.hpp>
#include <lehr/api/tables.hpp>

// Between numpy's arrays and the library's vectors.
namespace lehr::python {

namespace py = pybind11;

/// Doubles in any order of memory; another type is converted by numpy, which copies it.
using Numbers = py::array_t<double, py::array::forcecast>;

/// A table of numbers, not copied.
inline NumberView view_of(const Numbers& array) {
  if (array.ndim() != 2) throw InputError("the inputs must be a table: an array with two dimensions");
  constexpr auto kBytes = static_cast<py::ssize_t>(sizeof(double));
  return {.first = array.data(),
          .rows = static_cast<std::size_t>(array.shape(0)),
          .columns = static_cast<std::size_t>(array.shape(1)),
          .row_step = array.strides(0) / kBytes,
          .column_step = array.strides(1) / kBytes};
}

inline std::vector<double> copy_of(const Numbers& array) {
  if (array.ndim() != 1) throw InputError("the numbers must be an array with one dimension");
  std::vector<double> values(static_cast<std::size_t>(array.shape(0)));
  for (py::ssize_t i = 0; i < array.shape(0); ++i) values[static_cast<std::size_t>(i)] = array.at(i);
  return values;
}

/// An array over the vector's own memory, which numpy frees.
inline py::array_t<double> give(std::vector<double> values, const std::vector<py::ssize_t>& shape) {
  auto* kept = new std::vector<double>(std::move(values));
  const py::capsule owner(kept, [](void* pointer) { delete static_cast<std::vector<double>*>(pointer); });
  return py::array_t<double>(shape, kept->data(), owner);
}

inline py::array_t<double> give(std::vector<double> values) {
  const auto size = static_cast<py::ssize_t>(values.size());
  return give(std::move(values), {size});
}

/// A read-only array that looks into an object and keeps it alive.
inline py::array_t<double> look_into(const std::vector<double>& values, const std::vector<py::ssize_t>& shape,
                                     const py::handle& owner) {
  py::array_t<double> array(shape, values.data(), owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

}  // namespace lehr::python
