#include "lehr/math/vector_exp.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "lehr/math/vector_blocks.hpp"

namespace lehr {
namespace {

constexpr std::size_t kLane = 8;  // the widest vector of doubles

void exp_lanes(double* x, std::size_t lanes) {
  const std::size_t count = lanes * kLane;
  for (std::size_t i = 0; i < count; ++i) x[i] = exp_block(x[i]);
}

}  // namespace

// The last few elements take the vector path too, in a padded copy: a result does not depend on its place in the array.
void exp_in_place(std::span<double> x) {
  const std::size_t lanes = x.size() / kLane;
  exp_lanes(x.data(), lanes);
  const std::span<double> rest = x.subspan(lanes * kLane);
  if (rest.empty()) return;
  std::array<double, kLane> padded{};
  std::ranges::copy(rest, padded.begin());
  exp_lanes(padded.data(), 1);
  std::copy_n(padded.begin(), rest.size(), rest.begin());
}

}  // namespace lehr
