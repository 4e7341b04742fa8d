#include "lehr/math/vector_functions.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "lehr/math/vector_blocks.hpp"

namespace lehr {
namespace {

template <double Function(double)>
void apply_to_lanes(double* x, std::size_t lanes) {
  const std::size_t count = lanes * kLane;
  for (std::size_t i = 0; i < count; ++i) x[i] = Function(x[i]);
}

// The last few elements take the vector path too, in a padded copy: a result does not depend on its place in the array.
template <double Function(double)>
void apply(std::span<double> x) {
  const std::size_t lanes = x.size() / kLane;
  apply_to_lanes<Function>(x.data(), lanes);
  const std::span<double> rest = x.subspan(lanes * kLane);
  if (rest.empty()) return;
  std::array<double, kLane> padded;
  padded.fill(1);
  std::ranges::copy(rest, padded.begin());
  apply_to_lanes<Function>(padded.data(), 1);
  std::copy_n(padded.begin(), rest.size(), rest.begin());
}

}  // namespace

void exp_in_place(std::span<double> x) { apply<exp_block>(x); }
void log_in_place(std::span<double> x) { apply<log_block>(x); }

}  // namespace lehr
