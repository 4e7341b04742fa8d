#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <lehr/random/distributions.hpp>
#include <support/exact_evidence.hpp>
#include <support/latent_case.hpp>

// Small problems of which the evidence is known in closed form or by quadrature, at any scale of the covariance.
namespace lehr {

/// A problem but for the scale of its covariance, and its log evidence.
struct KnownProblem {
  std::string what;
  Matrix covariance;
  std::vector<double> y;
  const Likelihood& likelihood;
  std::function<double(const LatentCase&)> log_evidence;
};

inline Stream problem_stream(std::uint64_t number) {
  return Stream({.seed = 20, .purpose = Purpose::simulation, .chain = number});
}

inline double log_half_to_the_rows(const LatentCase& latent) { return double(latent.size()) * std::log(0.5); }

inline std::vector<KnownProblem> label_problems(const std::string& likelihood_name) {
  const Likelihood& likelihood = likelihoods::named(likelihood_name);
  const bool probit = likelihood_name == "probit";
  std::vector<KnownProblem> problems;
  Stream stream = problem_stream(probit ? 1 : 2);
  for (const Index n : {1, 2, 2, 2, 3, 3, 3, 3}) {
    Matrix k = random_covariance(n, uniform_between(stream, 0.5, 8), stream);
    // Logit has no closed form for n > 1; its quadrature is tested against the closed form of probit below.
    auto truth = probit || n == 1 ? log_probit_evidence
                                  : [](const LatentCase& latent) { return log_evidence_by_quadrature(latent, 64); };
    problems.push_back({std::to_string(n) + " rows", std::move(k), random_labels(n, stream), likelihood, truth});
  }
  for (const Index n : {1, 4, 9}) {
    Vector variances(n);
    for (double& variance : variances) variance = uniform_between(stream, 0.1, 10);
    problems.push_back({"diagonal, " + std::to_string(n) + " rows", variances.asDiagonal(), random_labels(n, stream),
                        likelihood, log_half_to_the_rows});
  }
  for (const Index n : {2, 5, 10}) {
    const auto truth = [](const LatentCase& latent) {
      return log_evidence_of_one_shared_value(latent, latent.covariance(1, 0));
    };
    problems.push_back({"one shared value, " + std::to_string(n) + " rows",
                        Matrix::Constant(n, n, uniform_between(stream, 1, 6)), random_labels(n, stream), likelihood,
                        truth});
  }
  return problems;
}

inline std::vector<KnownProblem> gaussian_problems() {
  std::vector<KnownProblem> problems;
  Stream stream = problem_stream(3);
  for (const Index n : {1, 2, 4, 7}) {
    Matrix k = random_covariance(n, uniform_between(stream, 0.5, 4), stream);
    std::vector<double> y(static_cast<std::size_t>(n));
    fill_normal(stream, y);
    problems.push_back(
        {std::to_string(n) + " rows", std::move(k), y, likelihoods::named("gaussian"), log_gaussian_evidence});
  }
  return problems;
}

}  // namespace lehr
