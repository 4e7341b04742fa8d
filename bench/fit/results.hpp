#pragma once

#include <iosfwd>
#include <optional>
#include <vector>

#include <bench/fit/costs.hpp>

namespace lehr::bench {

struct FitResults {
  std::vector<SamplingCost> sampling;
  std::vector<WholeRun> whole_runs;
  std::optional<PredictionCost> prediction;
  std::optional<SpeedUp> speed_up;
};

void write_fit_text(const FitResults& results, std::ostream& out);
void write_fit_json(const FitResults& results, std::ostream& out);

}  // namespace lehr::bench
