#pragma once

#include <functional>
#include <string>
#include <vector>

#include <bench/problems.hpp>

namespace lehr::bench {

/// A piece of work whose cost goes into the table.
struct Job {
  std::string name;          // "laplace"
  std::string description;   // "Laplace, converged to 1e-10"
  std::function<int()> run;  // returns the sweeps or Newton steps of the approximation; 0 without one
};

/// Everything the table holds, at one problem. The problem must outlive the jobs. Whole estimates begin at the
/// parameters: covariance and sites are included. Buffers are kept from one run to the next, as a chain keeps them, and
/// what a fit learns in warm-up is learned in the first run.
std::vector<Job> all_jobs(const Problem& problem);

/// An estimate as a default fit makes it.
Job estimate_of_a_fit(const Problem& problem);

}  // namespace lehr::bench
