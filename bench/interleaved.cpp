#include <bench/interleaved.hpp>

#include <algorithm>
#include <limits>
#include <vector>

#include <bench/stopwatch.hpp>

namespace lehr::bench {
namespace {

double time_once(const Timed& work) {
  work.reset();
  return seconds_of(work.run);
}

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

Cost measure_interleaved(const Timed& unit, const Timed& job, const Effort& effort) {
  time_once(unit);
  const double pair = time_once(unit) + time_once(job);  // warms the caches and the allocator up, too
  const int pairs = static_cast<int>(
      std::clamp(effort.seconds_per_round / pair, double(effort.least_pairs), double(effort.most_pairs)));

  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Cost cost{.seconds = kInfinity, .unit_seconds = kInfinity, .lowest = kInfinity, .highest = 0};
  cost.repetitions = effort.rounds * pairs;
  for (int round = 0; round < effort.rounds; ++round) {
    std::vector<double> unit_times;
    std::vector<double> job_times;
    for (int i = 0; i < pairs; ++i) {
      unit_times.push_back(time_once(unit));
      job_times.push_back(time_once(job));
    }
    const double unit_median = median(unit_times);
    const double job_median = median(job_times);
    cost.unit_seconds = std::min(cost.unit_seconds, unit_median);
    cost.seconds = std::min(cost.seconds, job_median);
    cost.lowest = std::min(cost.lowest, job_median / unit_median);
    cost.highest = std::max(cost.highest, job_median / unit_median);
  }
  return cost;
}

}  // namespace lehr::bench
