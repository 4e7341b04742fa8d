// Elementary functions and random numbers, a thousand at a time: the time shown over 1000 is that of one.

#include <cstddef>
#include <vector>

#include <benchmark/benchmark.h>

#include <lehr/math/normal.hpp>
#include <lehr/math/vector_functions.hpp>
#include <lehr/random/distributions.hpp>

namespace {

constexpr std::size_t kCount = 1000;

std::vector<double> evenly_spaced(double first, double last) {
  std::vector<double> values(kCount);
  for (std::size_t i = 0; i < kCount; ++i) values[i] = first + (last - first) * double(i) / double(kCount - 1);
  return values;
}

void count_items(benchmark::State& state) { state.SetItemsProcessed(state.iterations() * std::int64_t{kCount}); }

void log_normal_cdf_one_by_one(benchmark::State& state) {
  const std::vector<double> x = evenly_spaced(-10, 10);
  for (auto _ : state) {
    for (const double value : x) benchmark::DoNotOptimize(lehr::log_normal_cdf(value));
  }
  count_items(state);
}
BENCHMARK(log_normal_cdf_one_by_one);

void log_normal_cdf_array(benchmark::State& state) {
  const std::vector<double> x = evenly_spaced(-10, 10);
  std::vector<double> out(kCount);
  for (auto _ : state) {
    lehr::log_normal_cdf(x, out);
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  count_items(state);
}
BENCHMARK(log_normal_cdf_array);

void log_normal_cdf_derivatives(benchmark::State& state) {
  const std::vector<double> x = evenly_spaced(-10, 10);
  for (auto _ : state) {
    for (const double value : x) benchmark::DoNotOptimize(lehr::log_normal_cdf_derivatives(value));
  }
  count_items(state);
}
BENCHMARK(log_normal_cdf_derivatives);

void normal_quantile(benchmark::State& state) {
  const std::vector<double> log_p = evenly_spaced(-30, -1e-3);
  for (auto _ : state) {
    for (const double value : log_p) benchmark::DoNotOptimize(lehr::normal_quantile_of_log(value));
  }
  count_items(state);
}
BENCHMARK(normal_quantile);

void exp_array(benchmark::State& state) {
  const std::vector<double> x = evenly_spaced(-20, 0);
  std::vector<double> work(kCount);
  for (auto _ : state) {
    work = x;
    lehr::exp_in_place(work);
    benchmark::DoNotOptimize(work.data());
    benchmark::ClobberMemory();
  }
  count_items(state);
}
BENCHMARK(exp_array);

void normal_draws(benchmark::State& state) {
  lehr::Stream stream({1, lehr::Purpose::simulation});
  std::vector<double> out(kCount);
  for (auto _ : state) {
    lehr::fill_normal(stream, out);
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  count_items(state);
}
BENCHMARK(normal_draws);

void uniform_draws(benchmark::State& state) {
  lehr::Stream stream({1, lehr::Purpose::simulation});
  for (auto _ : state) {
    for (std::size_t i = 0; i < kCount; ++i) benchmark::DoNotOptimize(lehr::draw_uniform(stream));
  }
  count_items(state);
}
BENCHMARK(uniform_draws);

}  // namespace
