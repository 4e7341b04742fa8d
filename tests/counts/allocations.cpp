// Eigen takes its memory by malloc, whose calls the linker leads here (--wrap). operator new is replaced by one that
// calls malloc from this program, where the linker sees it too; the standard library's own would go by unseen.

#include "counts/allocations.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace {

thread_local lehr::counts::Allocations* counting = nullptr;
thread_local std::size_t large_from = 0;

void count(std::size_t bytes) {
  if (counting == nullptr) return;
  ++counting->all;
  if (bytes >= large_from) ++counting->large;
  counting->largest_bytes = std::max(counting->largest_bytes, bytes);
}

}  // namespace

// NOLINTBEGIN(*): the names are the linker's, and this is the place where memory is managed by hand
extern "C" {
void* __real_malloc(std::size_t bytes);
void* __real_calloc(std::size_t count, std::size_t bytes);
void* __real_realloc(void* block, std::size_t bytes);
void* __real_aligned_alloc(std::size_t alignment, std::size_t bytes);
int __real_posix_memalign(void** block, std::size_t alignment, std::size_t bytes);

void* __wrap_malloc(std::size_t bytes) {
  count(bytes);
  return __real_malloc(bytes);
}
void* __wrap_calloc(std::size_t items, std::size_t bytes) {
  count(items * bytes);
  return __real_calloc(items, bytes);
}
void* __wrap_realloc(void* block, std::size_t bytes) {
  count(bytes);
  return __real_realloc(block, bytes);
}
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t bytes) {
  count(bytes);
  return __real_aligned_alloc(alignment, bytes);
}
int __wrap_posix_memalign(void** block, std::size_t alignment, std::size_t bytes) {
  count(bytes);
  return __real_posix_memalign(block, alignment, bytes);
}
}

void* operator new(std::size_t bytes) {
  if (void* const block = std::malloc(std::max<std::size_t>(bytes, 1))) return block;
  throw std::bad_alloc();
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto step = static_cast<std::size_t>(alignment);
  if (void* const block = std::aligned_alloc(step, (std::max<std::size_t>(bytes, 1) + step - 1) / step * step)) {
    return block;
  }
  throw std::bad_alloc();
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t /*bytes*/) noexcept { std::free(block); }
void operator delete(void* block, std::align_val_t /*alignment*/) noexcept { std::free(block); }
void operator delete(void* block, std::size_t /*bytes*/, std::align_val_t /*alignment*/) noexcept { std::free(block); }
// NOLINTEND(*)

namespace lehr::counts {

Allocations allocations_of(std::size_t large_bytes, const std::function<void()>& work) {
  Allocations result;
  large_from = large_bytes;
  counting = &result;
  work();
  counting = nullptr;
  return result;
}

}  // namespace lehr::counts
