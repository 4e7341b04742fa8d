#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lehr {

/// The share of a parameter's posterior below a point, found in two ways.
struct TailCut {
  double at = 0;        // the point, on the parameter's natural scale
  double expected = 0;  // by the exact conditionals
  double share = 0;     // of the draws
  double z = 0;         // their difference in standard errors
};

struct ParameterTails {
  std::string name;
  std::vector<TailCut> cuts = {};  // where a tenth, half and nine tenths are expected; none where numbers broke down
  double noise = 0;                // sd of a log estimate where the conditionals have their mass
};

/// Whether chains have been everywhere in the posterior.
struct TailReport {
  std::vector<ParameterTails> parameters;
  std::size_t draws = 0;                   // at which conditionals were made
  std::size_t samples = 0;                 // particles of an estimate, at most; 0 without an estimator
  std::size_t evaluations = 0;             // of p(y | theta)
  double largest_z = 0;                    // of all cuts, without its sign
  std::vector<std::string> warnings = {};  // what a user should know before trusting the draws
  std::vector<std::string> notes = {};     // or the check itself
};

/// A larger |z| is no chance: 6e-5 for each cut of exact draws.
inline constexpr double kLargestTailZ = 4;

}  // namespace lehr
