#pragma once

#include <cstddef>
#include <span>

namespace lehr {

/// The draws of one quantity by all chains, which are equally long: values[chain * draws + draw].
struct DrawsView {
  std::span<const double> values;
  std::size_t draws = 0;  // of each chain

  std::size_t chains() const { return draws == 0 ? 0 : values.size() / draws; }
  std::span<const double> chain(std::size_t index) const { return values.subspan(index * draws, draws); }
};

}  // namespace lehr
