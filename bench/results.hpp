#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include <bench/factor_rates.hpp>
#include <bench/interleaved.hpp>

namespace lehr::bench {

struct JobResult {
  std::string name;
  std::string description;
  std::optional<double> reach;  // in units
  int steps = 0;                // sweeps or Newton steps of the approximation
  Cost cost;

  bool met() const { return reach && cost.units() <= *reach; }
};

struct ProblemResult {
  std::string description;
  std::size_t rows = 0;
  std::vector<JobResult> jobs;
  std::vector<FactorRate> rates;
};

struct Results {
  double peak_gflops = 0;
  std::vector<ProblemResult> problems;
};

void write_text(const Results& results, std::ostream& out);
void write_json(const Results& results, std::ostream& out);

}  // namespace lehr::bench
