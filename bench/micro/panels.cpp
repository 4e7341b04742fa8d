// Factorisations in row panels beside Eigen's, and what else is done in panels: flops per second, and their share of
// what the processor can do. What the entries are does not matter. On a busy machine the ratio of neighbours is what
// counts:
// --benchmark_enable_random_interleaving=true --benchmark_repetitions=5.

#include <cmath>
#include <cstdlib>

#include <benchmark/benchmark.h>
#include <Eigen/Cholesky>

#include <bench/factor_rates.hpp>
#include <lehr/linalg/panel_cholesky.hpp>
#include <lehr/linalg/panel_triangular.hpp>

namespace {

using lehr::Index;
using lehr::MatrixOf;
using lehr::PanelMatrix;

/// An exponential covariance on a line, plus I.
template <class Scalar>
MatrixOf<Scalar> matrix_of(const benchmark::State& state) {
  const auto rows = static_cast<Index>(state.range(0));
  return MatrixOf<Scalar>::NullaryExpr(rows, rows, [](Index i, Index j) {
    return static_cast<Scalar>(5 * std::exp(-0.01 * std::abs(static_cast<double>(i - j))) + (i == j ? 1 : 0));
  });
}

template <class Scalar>
PanelMatrix<Scalar> panels_of(const benchmark::State& state) {
  PanelMatrix<Scalar> result;
  result.assign(matrix_of<Scalar>(state));
  return result;
}

template <class Scalar>
PanelMatrix<Scalar> factor_of(benchmark::State& state) {
  PanelMatrix<Scalar> result = panels_of<Scalar>(state);
  if (cholesky(result) != lehr::PanelStatus::done) state.SkipWithError("not positive definite");
  return result;
}

template <class Scalar>
void tell_flops(benchmark::State& state, double flops) {
  static const double peak = 1e9 * lehr::bench::peak_gflops() * double(sizeof(double)) / double(sizeof(Scalar));
  state.counters["flops"] = benchmark::Counter(flops, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["of_peak"] = benchmark::Counter(flops / peak, benchmark::Counter::kIsIterationInvariantRate);
}

double cube(const benchmark::State& state) { return std::pow(static_cast<double>(state.range(0)), 3); }

/// Times work(copy) on a copy of `original` that is made anew each time, untimed.
template <class Original, class Work>
void time_on_a_copy(benchmark::State& state, const Original& original, Work&& work) {
  Original copy = original;
  for (auto _ : state) {
    state.PauseTiming();
    copy = original;
    state.ResumeTiming();
    work(copy);
    benchmark::ClobberMemory();
  }
}

template <class Scalar>
void eigen_cholesky(benchmark::State& state) {
  time_on_a_copy(state, matrix_of<Scalar>(state),
                 [](MatrixOf<Scalar>& a) { const Eigen::LLT<Eigen::Ref<MatrixOf<Scalar>>> factor(a); });
  tell_flops<Scalar>(state, cube(state) / 3);
}

template <class Scalar>
void panel_cholesky(benchmark::State& state) {
  time_on_a_copy(state, panels_of<Scalar>(state), [](PanelMatrix<Scalar>& a) { static_cast<void>(cholesky(a)); });
  tell_flops<Scalar>(state, cube(state) / 3);
}

template <class Scalar>
void panel_gram_cholesky(benchmark::State& state) {
  const PanelMatrix<Scalar> m = factor_of<Scalar>(state);
  PanelMatrix<Scalar> l(m.rows());
  for (auto _ : state) static_cast<void>(gram_cholesky(m, l));
  tell_flops<Scalar>(state, 2 * cube(state) / 3);
}

template <class Scalar>
void panel_inverse(benchmark::State& state) {
  const PanelMatrix<Scalar> l = factor_of<Scalar>(state);
  PanelMatrix<Scalar> inverse(l.rows());
  for (auto _ : state) static_cast<void>(invert(l, inverse));
  tell_flops<Scalar>(state, cube(state) / 3);
}

constexpr Index kVectors = 96;

template <class Scalar>
void panel_solve(benchmark::State& state) {
  const PanelMatrix<Scalar> l = factor_of<Scalar>(state);
  lehr::PanelVectors<Scalar> x;
  x.assign(MatrixOf<Scalar>(MatrixOf<Scalar>::Ones(l.rows(), kVectors)));
  time_on_a_copy(state, x, [&](lehr::PanelVectors<Scalar>& copy) { static_cast<void>(solve(l, copy)); });
  tell_flops<Scalar>(state, std::pow(static_cast<double>(l.rows()), 2) * double(kVectors));
}

template <class Scalar>
void panel_solve_transposed(benchmark::State& state) {
  const PanelMatrix<Scalar> l = factor_of<Scalar>(state);
  lehr::PanelVectors<Scalar> x;
  x.assign(MatrixOf<Scalar>(MatrixOf<Scalar>::Ones(l.rows(), kVectors)));
  time_on_a_copy(state, x, [&](lehr::PanelVectors<Scalar>& copy) { static_cast<void>(solve_transposed(l, copy)); });
  tell_flops<Scalar>(state, std::pow(static_cast<double>(l.rows()), 2) * double(kVectors));
}

void sizes(benchmark::internal::Benchmark* benchmark) {
  for (const int rows : {214, 768, 1372, 5000}) benchmark->Arg(rows);
  benchmark->Unit(benchmark::kMillisecond);
}

BENCHMARK(eigen_cholesky<double>)->Apply(sizes);
BENCHMARK(panel_cholesky<double>)->Apply(sizes);
BENCHMARK(eigen_cholesky<float>)->Apply(sizes);
BENCHMARK(panel_cholesky<float>)->Apply(sizes);
BENCHMARK(panel_gram_cholesky<double>)->Apply(sizes);
BENCHMARK(panel_gram_cholesky<float>)->Apply(sizes);
BENCHMARK(panel_inverse<double>)->Apply(sizes);
BENCHMARK(panel_inverse<float>)->Apply(sizes);
BENCHMARK(panel_solve<double>)->Apply(sizes);
BENCHMARK(panel_solve<float>)->Apply(sizes);
BENCHMARK(panel_solve_transposed<double>)->Apply(sizes);
BENCHMARK(panel_solve_transposed<float>)->Apply(sizes);

}  // namespace
