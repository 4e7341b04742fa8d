#include <bench/problems.hpp>

#include <cmath>
#include <cstddef>
#include <utility>

#include <lehr/api/simulate.hpp>
#include <lehr/data/encoding.hpp>
#include <lehr/data/table.hpp>
#include <lehr/kernels/kernel.hpp>
#include <lehr/model/covariance.hpp>

namespace lehr::bench {
namespace {

Problem simulated(std::size_t rows, std::size_t features) {
  KernelParameters parameters{5, {0.866}};  // 3 standard deviations of a uniform number
  Dataset data = simulate({.rows = rows, .features = features, .balanced = true}, {}, parameters);
  return {"simulated, d = " + std::to_string(features) + " (5, 0.866)", std::move(data), parameters};
}

}  // namespace

std::vector<Problem> all_problems(const std::string& data_folder) {
  std::vector<Problem> problems;
  problems.push_back(simulated(200, 8));
  problems.push_back({"Pima (5, 3)", encode_training_table(read_table(data_folder + "/pima.csv")).data, {5, {3}}});
  problems.push_back(simulated(1372, 4));
  return problems;
}

Matrix well_conditioned_matrix(const Problem& problem) {
  Matrix matrix;
  fill_covariance(problem.data, kernels::named("rbf"), problem.parameters, matrix);
  matrix.diagonal().array() += 1;
  return matrix;
}

}  // namespace lehr::bench
