#pragma once

#include <string>
#include <vector>

#include <lehr/data/dataset.hpp>
#include <lehr/linalg/types.hpp>
#include <lehr/model/settings.hpp>

namespace lehr::bench {

/// Data and the theta at which everything is measured.
struct Problem {
  std::string description;  // "Pima (5, 3)"
  Dataset data;
  KernelParameters parameters;
};

/// n = 200, 768, 1000 and 1372. Those of 768 rows are the Pima set from `data_folder`, at a theta near its posterior
/// and at one that is harder; the others are simulated, two at length-scales that relate to the spread of their inputs
/// as 3 does to standardised ones, and one with two features, whose covariance has a low rank.
std::vector<Problem> all_problems(const std::string& data_folder);

/// Where a whole estimate of a fit is measured: glass, Pima, and 2000 rows of 8 features.
std::vector<Problem> estimate_problems(const std::string& data_folder);

/// Where factorisations are: n = 214, 768 and 5000.
std::vector<Problem> factor_problems(const std::string& data_folder);

/// K + I at the problem's theta: the matrix whose factorisation is the unit of cost, and the others' too.
Matrix well_conditioned_matrix(const Problem& problem);

}  // namespace lehr::bench
