// Factorisations, on K + I of simulated data, with their flops per second.

#include <cmath>
#include <cstddef>

#include <benchmark/benchmark.h>

#include <bench/problems.hpp>
#include <lehr/api/simulate.hpp>
#include <lehr/kernels/kernel.hpp>
#include <lehr/linalg/cholesky.hpp>
#include <lehr/priors/covariance.hpp>

namespace {

using lehr::Matrix;
using lehr::MatrixOf;

lehr::bench::Problem problem_of(benchmark::State& state) {
  const lehr::KernelParameters parameters{5, {0.866}};
  const auto rows = static_cast<std::size_t>(state.range(0));
  return {"simulated", lehr::simulate({.rows = rows, .features = 8}, {}, parameters), parameters};
}

/// Times work(copy) on a fresh copy of `original`; the copy is part of the time, a few hundredths of it.
template <class Scalar, class Work>
void time_on_a_copy(benchmark::State& state, const MatrixOf<Scalar>& original, double units, Work&& work) {
  MatrixOf<Scalar> copy = original;
  for (auto _ : state) {
    copy = original;
    work(copy);
    benchmark::DoNotOptimize(copy.data());
    benchmark::ClobberMemory();
  }
  const double flops = units * std::pow(static_cast<double>(original.rows()), 3) / 3;
  state.counters["flops"] = benchmark::Counter(flops, benchmark::Counter::kIsIterationInvariantRate);
}

void kernel_matrix(benchmark::State& state) {
  const lehr::bench::Problem problem = problem_of(state);
  Matrix k;
  for (auto _ : state) {
    lehr::fill_covariance(problem.data, {lehr::kernels::named("rbf"), problem.parameters}, k);
    benchmark::DoNotOptimize(k.data());
    benchmark::ClobberMemory();
  }
}

template <class Scalar>
void cholesky(benchmark::State& state) {
  const MatrixOf<Scalar> a = well_conditioned_matrix(problem_of(state)).template cast<Scalar>();
  time_on_a_copy<Scalar>(state, a, 1, [](auto& x) { static_cast<void>(lehr::cholesky_in_place<Scalar>(x)); });
}

template <class Scalar>
void inverse_cholesky(benchmark::State& state) {
  const MatrixOf<Scalar> a = well_conditioned_matrix(problem_of(state)).template cast<Scalar>();
  MatrixOf<Scalar> scratch;
  time_on_a_copy<Scalar>(state, a, 2,
                         [&](auto& x) { static_cast<void>(lehr::inverse_cholesky_in_place<Scalar>(x, scratch)); });
}

void sizes(benchmark::internal::Benchmark* benchmark) {
  for (const int rows : {200, 768, 1372}) benchmark->Arg(rows);
  benchmark->Unit(benchmark::kMillisecond);
}

BENCHMARK(kernel_matrix)->Apply(sizes);
BENCHMARK(cholesky<double>)->Apply(sizes);
BENCHMARK(cholesky<float>)->Apply(sizes);
BENCHMARK(inverse_cholesky<double>)->Apply(sizes);
BENCHMARK(inverse_cholesky<float>)->Apply(sizes);

}  // namespace
