#pragma once

#include <string>
#include <vector>

#include <bench/interleaved.hpp>
#include <bench/problems.hpp>

namespace lehr::bench {

/// The arithmetic this machine can do with one thread, in 1e9 multiplications and additions a second. It is
/// a loop of fused multiply-adds on the widest vectors the build may use. Its 12 independent accumulators stay in
/// registers, so that neither memory nor the latency of an instruction counts. The best of many short runs.
double peak_gflops();

/// A factorisation and how fast it goes.
struct FactorRate {
  std::string what;
  double gflops = 0;    // of its own flop count
  double widening = 1;  // how many times more of its numbers than doubles fit in a vector: 2 for float
  Cost cost;

  double share_of_peak(double peak_gflops) const { return gflops / (widening * peak_gflops); }
};

/// Our factorisations and Eigen's at one size, each interleaved with the unit.
std::vector<FactorRate> factor_rates(const Problem& problem, const Effort& effort);

/// The one in row panels alone.
FactorRate panel_rate(const Problem& problem, const Effort& effort);

/// The unit of cost: one in-place Eigen LLT of `matrix`, which must outlive it. The copy is made in reset, untimed.
Timed unit_of_cost(const Matrix& matrix);

/// How long that takes just now. For work that takes as long as thousands of units: asked before and after it.
double unit_seconds(const Matrix& matrix);

}  // namespace lehr::bench
