#pragma once

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace lehr {

/// While alive, this thread takes denormal numbers for zero. Covariances that underflow would otherwise halve the speed
/// of every factorisation; a number below 1e-307 has no effect on any result.
class FlushDenormals {
 public:
#if defined(__SSE2__)
  FlushDenormals() : saved_(_mm_getcsr()) { _mm_setcsr(saved_ | kFlushToZero | kDenormalsAreZero); }
  ~FlushDenormals() { _mm_setcsr(saved_); }

 private:
  static constexpr unsigned kFlushToZero = 0x8000;
  static constexpr unsigned kDenormalsAreZero = 0x0040;
  unsigned saved_;

 public:
#else
  FlushDenormals() = default;
#endif
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;
};

}  // namespace lehr
