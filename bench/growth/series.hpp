#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <bench/growth/cases.hpp>

namespace lehr::bench {

/// What one estimate costs with some number of rows, on one thread.
struct GrowthPoint {
  std::size_t rows = 0;
  double seconds = 0;
  double unit_seconds = 0;
  bool unit_was_measured = true;  // else the largest measured one times the cube of the rows
  double sd_log = 0;              // of the log estimate
  double peak_bytes = 0;          // of the whole process

  double units() const { return seconds / unit_seconds; }
};

struct GrowthSeries {
  GrowthCase growth_case;
  std::vector<GrowthPoint> points;
  std::string stopped;  // why there are no more points; empty: there are all

  /// The power of the rows that the seconds grow with, by least squares of the logarithms from kSlopeFrom rows on.
  std::optional<double> slope() const;
};

inline constexpr std::size_t kSlopeFrom = 1000;
inline constexpr int kGrowthSamples = 16;  // of an estimate, as in a fit
inline constexpr int kGrowthRepeats = 30;  // that tell the sd
inline constexpr double kGrowthGigabytes = 2;
inline constexpr int kGrowthSeconds = 900;  // of processor time for all measurements at one size

/// Each size in a process of its own, within the limits above: its peak of memory is then that of its own estimate.
/// Ends at the first size that does not fit.
GrowthSeries measure_growth(const GrowthCase& growth_case, const std::vector<std::size_t>& sizes);

/// The word by which this program starts itself to measure one size, and what it then does.
inline constexpr std::string_view kGrowthPointWord = "--one-growth-point";
[[noreturn]] void be_growth_point();

void write_growth_text(const std::vector<GrowthSeries>& series, std::ostream& out);
void write_growth_json(const std::vector<GrowthSeries>& series, std::ostream& out);

}  // namespace lehr::bench
