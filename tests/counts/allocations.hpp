#pragma once

#include <cstddef>
#include <functional>

namespace lehr::counts {

/// Blocks of memory that some work has taken from the system's allocator, by operator new or by malloc (Eigen's way).
struct Allocations {
  std::size_t all = 0;
  std::size_t large = 0;  // of at least the size asked for
  std::size_t largest_bytes = 0;
};

/// What `work` allocates on this thread, blocks of at least `large_bytes` counted on their own. Only in a program that
/// is linked with allocations.cpp and with --wrap for malloc and its like (tests/CMakeLists.txt).
Allocations allocations_of(std::size_t large_bytes, const std::function<void()>& work);

}  // namespace lehr::counts
