#include <bench/growth/series.hpp>

#include <array>
#include <cmath>
#include <exception>
#include <fstream>
#include <limits>
#include <new>
#include <span>

#include <bench/factor_rates.hpp>
#include <bench/stopwatch.hpp>
#include <lehr/base/confined_work.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/base/flush_denormals.hpp>
#include <lehr/evidence/at_theta.hpp>
#include <lehr/evidence/method.hpp>
#include <lehr/math/log_sum_exp.hpp>

namespace lehr::bench {
namespace {

constexpr std::size_t kMostUnitRows = 5000;  // beyond, the unit takes long and more memory than the work

/// The most memory this process has had.
double peak_bytes() {
  std::ifstream file("/proc/self/status");
  for (std::string key; file >> key;) {
    double kilobytes = 0;
    if (key == "VmHWM:" && file >> kilobytes) return 1024 * kilobytes;
    file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  throw RunError("the system does not tell how much memory a process takes");
}

double sd_of_log(const std::vector<double>& weights) {
  std::vector<double> logs;
  for (std::size_t i = 0; i < weights.size(); i += kGrowthSamples) {
    logs.push_back(log_mean_exp(std::span(weights).subspan(i, kGrowthSamples)));
  }
  double mean = 0;
  for (const double value : logs) mean += value / static_cast<double>(logs.size());
  double sum = 0;
  for (const double value : logs) sum += (value - mean) * (value - mean);
  return std::sqrt(sum / static_cast<double>(logs.size() - 1));
}

GrowthPoint measure_point(const GrowthCase& growth_case, std::size_t rows) {
  const FlushDenormals flush;
  const Problem problem{growth_case.description, wave_data(growth_case, rows), growth_case.parameters};
  const Model model({}, problem.data.feature_names);
  const EvidenceMethod method = choose_method({}, model.likelihood(), rows);
  GrowthPoint point{.rows = rows};
  {
    EvidenceAtTheta at_theta;
    const auto estimate = [&] {
      if (!at_theta.prepare(problem.data, model, problem.parameters, method)) {
        throw RunError("the numbers broke down");
      }
      at_theta.log_weights(1, 1, kGrowthSamples, {});
    };
    point.seconds = seconds_of(estimate);
    point.peak_bytes = peak_bytes();
    point.sd_log = sd_of_log(at_theta.log_weights(1, kGrowthRepeats, kGrowthSamples, {}));
    point.unit_was_measured = rows <= kMostUnitRows;
    if (!point.unit_was_measured) return point;

    const Matrix matrix = well_conditioned_matrix(problem);
    const Effort effort =
        rows > 1000 ? Effort{.rounds = 1, .least_pairs = 1, .most_pairs = 3, .seconds_per_round = 2} : Effort::quick();
    const Cost cost = measure_interleaved(unit_of_cost(matrix), {.run = estimate}, effort);
    point.seconds = cost.seconds;
    point.unit_seconds = cost.unit_seconds;
  }
  return point;
}

/// In the child: why it cannot be measured, or nothing and the numbers.
void send_point(Channel& channel, const GrowthCase& growth_case, std::size_t rows) {
  std::string reason;
  GrowthPoint point;
  try {
    point = measure_point(growth_case, rows);
  } catch (const std::bad_alloc&) {
    reason = "takes more memory than that";
  } catch (const std::exception& error) {
    reason = error.what();
  }
  channel.put(reason);
  channel.put(std::array{point.seconds, point.unit_seconds, point.sd_log, point.peak_bytes});
}

}  // namespace

std::optional<double> GrowthSeries::slope() const {
  double count = 0;
  double x_sum = 0;
  double y_sum = 0;
  double xx_sum = 0;
  double xy_sum = 0;
  for (const GrowthPoint& point : points) {
    if (point.rows < kSlopeFrom) continue;
    const double x = std::log(static_cast<double>(point.rows));
    const double y = std::log(point.seconds);
    count += 1;
    x_sum += x;
    y_sum += y;
    xx_sum += x * x;
    xy_sum += x * y;
  }
  if (count < 2) return std::nullopt;
  return (count * xy_sum - x_sum * y_sum) / (count * xx_sum - x_sum * x_sum);
}

void be_growth_point() {
  be_confined([](Channel& channel, const ChildLimits&) {
    const std::string name = channel.take_text(1000);
    const std::size_t rows = channel.take_number();
    for (const GrowthCase& growth_case : growth_cases()) {
      if (growth_case.name == name) send_point(channel, growth_case, rows);
    }
  });
}

GrowthSeries measure_growth(const GrowthCase& growth_case, const std::vector<std::size_t>& sizes) {
  GrowthSeries series{growth_case, {}, {}};
  const ChildLimits limits{.memory_bytes = static_cast<std::uint64_t>(1e9 * kGrowthGigabytes),
                           .seconds = kGrowthSeconds,
                           .waiting_seconds = 3 * kGrowthSeconds,
                           .silent_seconds = 3 * kGrowthSeconds,
                           .files = 4};
  GrowthPoint last;  // whose unit was measured
  for (const std::size_t rows : sizes) {
    ConfinedChild child("/proc/self/exe", limits, {std::string(kGrowthPointWord)});
    std::vector<double> numbers;
    try {
      child.channel().put(growth_case.name);
      child.channel().put(std::uint64_t{rows});
      series.stopped = child.channel().take_text(1000);
      numbers = child.channel().take_numbers(1000);
    } catch (const ChannelClosed&) {
      series.stopped = child.how_it_ended();
    }
    if (!series.stopped.empty()) {
      series.stopped = "n = " + std::to_string(rows) + ": " + series.stopped;
      return series;
    }
    GrowthPoint point{.rows = rows,
                      .seconds = numbers[0],
                      .unit_seconds = numbers[1],
                      .sd_log = numbers[2],
                      .peak_bytes = numbers[3]};
    point.unit_was_measured = point.unit_seconds > 0;
    if (point.unit_was_measured) {
      last = point;
    } else {
      point.unit_seconds = last.unit_seconds * std::pow(double(rows) / double(last.rows), 3);
    }
    series.points.push_back(point);
  }
  return series;
}

}  // namespace lehr::bench
