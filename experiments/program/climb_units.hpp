#pragma once

#include <string>
#include <vector>

#include <experiments/program/walk_units.hpp>
#include <lehr/posterior/type_two.hpp>

namespace lehr::reproduce {

/// A climb to the largest evidence of an approximation (posterior/type_two.hpp), for large tables in parts, since EP
/// may take a thousand sweeps where the evidence rises to huge variances. A part keeps what it saw; the climb is made
/// again from that.
class ClimbPlan {
 public:
  ClimbPlan(Problem problem, std::string approximation);

  std::vector<Unit> units() const;
  std::vector<std::string> unit_names() const;
  /// From the results of all its units, and to its end.
  TypeTwoMaximum climb(const Results& results, const RunContext& context) const;

 private:
  Json run_part(std::size_t part, const Results& results, const RunContext& context) const;
  /// From what the first `parts` saw; puts what it sees into `found`, and is interrupted where that would be more than
  /// `most` looks.
  TypeTwoMaximum climb_on(std::size_t parts, std::size_t most, Json& found, const Results& results,
                          const RunContext& context) const;

  Problem problem_;
  std::string approximation_;
  std::size_t looks_;  // of a part
  std::size_t parts_;
};

}  // namespace lehr::reproduce
