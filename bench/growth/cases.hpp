#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <lehr/data/dataset.hpp>
#include <lehr/model/settings.hpp>

namespace lehr::bench {

/// A kind of data that is made with any number of rows.
struct GrowthCase {
  std::string name;  // "low-rank"
  std::string description;
  std::size_t features;
  double width;                 // of the cube the rows are in; the root of 12 gives them a standard deviation of 1
  KernelParameters parameters;  // of the function behind the labels, and where the evidence is estimated
};

/// Covariances whose rank stays while the rows grow, a small one and, as a fit meets it where features are standardised
/// and the length-scale is as short, one of a thousand; and one whose rank grows with the rows. Which of its ways the
/// library takes is its own affair.
std::vector<GrowthCase> growth_cases();

/// Rows uniform in a cube with probit labels of a random function, half of them positive. The function is a sum
/// of many random waves, nearly a draw of the Gaussian process: O(n), where an exact draw takes a factorisation.
Dataset wave_data(const GrowthCase& growth_case, std::size_t rows);

}  // namespace lehr::bench
