#pragma once

#include <functional>

namespace lehr {

/// How work on a panel matrix ended. Unless done, what it wrote to is not to be used.
enum class PanelStatus {
  done,
  broken_down,  // a pivot or diagonal entry that is not a positive, finite, normal number
  stopped,      // because it was asked to
};

/// Asked before each block of columns and each slice of others that is applied to it: every few hundred million flops
/// at n = 5000. True ends the work; an empty one never does.
using StopCheck = std::function<bool()>;

}  // namespace lehr
