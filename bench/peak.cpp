#include <algorithm>
#include <array>
#include <cstddef>

#include <bench/factor_rates.hpp>
#include <bench/stopwatch.hpp>

namespace lehr::bench {
namespace {

#if defined(__AVX512F__)
constexpr std::size_t kBytes = 64;
#elif defined(__AVX__)
constexpr std::size_t kBytes = 32;
#else
constexpr std::size_t kBytes = 16;
#endif
using Packet [[gnu::vector_size(kBytes)]] = double;

constexpr std::size_t kAccumulators = 12;
constexpr int kSteps = 100000;

/// x <- x * factor + addend on all accumulators, kSteps times.
[[gnu::noinline]] void multiply_and_add(std::array<Packet, kAccumulators>& memory, double factor, double addend) {
  std::array<Packet, kAccumulators> x = memory;
  const Packet a = factor - Packet{};
  const Packet b = addend - Packet{};
  for (int step = 0; step < kSteps; ++step) {
#pragma GCC unroll 12
    for (std::size_t i = 0; i < kAccumulators; ++i) x[i] = x[i] * a + b;
  }
  memory = x;
}

}  // namespace

double peak_gflops() {
  volatile double factor = 0.999;  // not known to the compiler; the fixed point 1 keeps every number normal
  volatile double addend = 0.001;
  std::array<Packet, kAccumulators> x{};
  double best = 1e9;
  for (int run = 0; run < 200; ++run) {
    best = std::min(best, seconds_of([&] { multiply_and_add(x, factor, addend); }));
  }
  constexpr double kFlops = 2.0 * kSteps * kAccumulators * kBytes / sizeof(double);
  return 1e-9 * kFlops / best;
}

}  // namespace lehr::bench
