#include <bench/problems.hpp>

#include <cmath>
#include <cstddef>
#include <sstream>
#include <utility>

#include <lehr/api/simulate.hpp>
#include <lehr/data/encoding.hpp>
#include <lehr/data/table.hpp>
#include <lehr/kernels/kernel.hpp>
#include <lehr/priors/covariance.hpp>

namespace lehr::bench {
namespace {

const KernelParameters kSmooth{5, {0.866}};  // 3 standard deviations of a uniform number
const KernelParameters kLowRank{20, {0.255}};

Problem simulated(std::size_t rows, std::size_t features, const KernelParameters& parameters) {
  Dataset data = simulate({.rows = rows, .features = features, .balanced = true}, {}, parameters);
  std::ostringstream text;
  text << "simulated, d = " << features << " (" << parameters.variance << ", " << parameters.lengthscales[0] << ")";
  return {text.str(), std::move(data), parameters};
}

}  // namespace

std::vector<Problem> all_problems(const std::string& data_folder) {
  const Dataset pima = encode_training_table(read_table(data_folder + "/pima.csv")).data;
  std::vector<Problem> problems;
  problems.push_back(simulated(200, 8, kSmooth));
  problems.push_back({"Pima (5, 3)", pima, {5, {3}}});
  problems.push_back({"Pima (20, 1)", pima, {20, {1}}});
  problems.push_back(simulated(1000, 2, kLowRank));
  problems.push_back(simulated(1372, 4, kSmooth));
  return problems;
}

std::vector<Problem> estimate_problems(const std::string& data_folder) {
  std::vector<Problem> problems;
  problems.push_back(
      {"Glass (15, 3.8)", encode_training_table(read_table(data_folder + "/glass.csv")).data, {15, {3.8}}});
  problems.push_back({"Pima (5, 3)", encode_training_table(read_table(data_folder + "/pima.csv")).data, {5, {3}}});
  problems.push_back(simulated(2000, 8, kSmooth));
  problems.back().description = "2000 rows of 8 features (5, 0.866)";
  return problems;
}

std::vector<Problem> factor_problems(const std::string& data_folder) {
  std::vector<Problem> problems = estimate_problems(data_folder);
  Dataset& many = problems.back().data;  // the rows matter to no factorisation
  many.rows = 5000;
  many.features = 1;
  many.inputs.clear();
  for (std::size_t i = 0; i < many.rows; ++i) many.inputs.push_back(0.01 * static_cast<double>(i));
  for (Problem& problem : problems) problem.description = "n = " + std::to_string(problem.data.rows);
  return problems;
}

Matrix well_conditioned_matrix(const Problem& problem) {
  Matrix matrix;
  fill_covariance(problem.data, {kernels::named("rbf"), problem.parameters}, matrix);
  matrix.diagonal().array() += 1;
  return matrix;
}

}  // namespace lehr::bench
