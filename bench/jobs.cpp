#include <bench/jobs.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include <lehr/evidence/at_theta.hpp>
#include <lehr/priors/covariance.hpp>
#include <lehr/random/distributions.hpp>
#include <lehr/samplers/learn_sites.hpp>

namespace lehr::bench {
namespace {

void require(bool done, const std::string& what) {
  if (!done) throw std::runtime_error("the numbers broke down in: " + what);
}

/// Sites as a function of theta, from points about the problem's theta that spread as a posterior does.
std::shared_ptr<const LearnedSites> learned_sites(const Problem& problem, const Model& model,
                                                  const EvidenceMethod& method) {
  constexpr double kSpread = 0.5;  // of each log parameter
  Stream stream({1, Purpose::warm_up});
  Learned learned;
  for (std::size_t i = 0; i < LearnedSites::points_needed(model.space().size()); ++i) {
    learned.draws.push_back(model.free(problem.parameters));
    for (double& value : learned.draws.back()) value += kSpread * draw_normal(stream);
  }
  std::shared_ptr<const LearnedSites> sites =
      learn_sites(problem.data, model, method, method.approximation, learned, 1, {});
  require(sites != nullptr && sites->at(model.free(problem.parameters)), problem.description);
  return sites;
}

/// The state of a job that finds the evidence; shared by its runs.
struct EvidenceJob {
  const Problem& problem;
  Model model;
  EvidenceMethod method;
  std::size_t samples;
  bool learns_sites = false;
  EvidenceAtTheta at_theta = {};
  std::uint64_t repeat = 0;  // every run draws other numbers: the number of slice moves varies

  int run() {
    if (learns_sites && !method.learned) method.learned = learned_sites(problem, model, method);
    require(at_theta.prepare(problem.data, model, problem.parameters, method), problem.description);
    if (method.estimator != nullptr) at_theta.log_weights(++repeat, 1, samples, {});
    if (method.estimator == nullptr && !method.sweeps) {
      require(at_theta.approximation_log_evidence().has_value(), problem.description);
    }
    return at_theta.posterior().iterations;
  }
};

struct MethodChoice {
  std::string approximation;
  std::optional<int> sweeps = {};
  std::string estimator = {};  // empty: only the approximation
  std::size_t samples = 0;
  bool learns_sites = false;  // as a fit does in warm-up
};

std::function<int()> evidence_job(const Problem& problem, const MethodChoice& choice) {
  const int steps = static_cast<int>(std::lround(std::sqrt(static_cast<double>(problem.data.rows))));
  const Estimator* estimator = choice.estimator.empty() ? nullptr : &estimators::named(choice.estimator);
  const EvidenceMethod method{approximations::named(choice.approximation), choice.sweeps, estimator,
                              make_ladder("default", steps)};
  const std::shared_ptr<EvidenceJob> job(
      new EvidenceJob{problem, Model({}, problem.data.feature_names), method, choice.samples, choice.learns_sites});
  return [job] { return job->run(); };
}

std::function<int()> covariance_job(const Problem& problem) {
  auto matrix = std::make_shared<Matrix>();
  return [&problem, matrix] {
    fill_covariance(problem.data, {kernels::named("rbf"), problem.parameters}, *matrix);
    return 0;
  };
}

}  // namespace

Job estimate_of_a_fit(const Problem& problem) {
  return {"estimate-16", "an estimate of a fit, N = 16",
          evidence_job(
              problem,
              {.approximation = "ep", .sweeps = 5, .estimator = "look-ahead", .samples = 16, .learns_sites = true})};
}

std::vector<Job> all_jobs(const Problem& problem) {
  return {
      {"kernel-matrix", "kernel matrix", covariance_job(problem)},
      {"laplace", "Laplace, converged to 1e-10", evidence_job(problem, {.approximation = "laplace"})},
      {"ep-5", "EP, 5 sweeps", evidence_job(problem, {.approximation = "ep", .sweeps = 5})},
      {"ep-converged", "EP, converged to 1e-8", evidence_job(problem, {.approximation = "ep"})},
      {"ais-laplace-1", "AIS from Laplace, N = 1",
       evidence_job(problem, {.approximation = "laplace", .estimator = "ais", .samples = 1})},
      {"ais-laplace-10", "AIS from Laplace, N = 10",
       evidence_job(problem, {.approximation = "laplace", .estimator = "ais", .samples = 10})},
      {"ais-ep-10", "AIS from 5 EP sweeps, N = 10",
       evidence_job(problem, {.approximation = "ep", .sweeps = 5, .estimator = "ais", .samples = 10})},
      {"ghk-10", "GHK from 5 EP sweeps, N = 10",
       evidence_job(problem, {.approximation = "ep", .sweeps = 5, .estimator = "look-ahead", .samples = 10})},
      {"ghk-10-learned", "GHK from learned sites, N = 10",
       evidence_job(
           problem,
           {.approximation = "ep", .sweeps = 5, .estimator = "look-ahead", .samples = 10, .learns_sites = true})},
  };
}

}  // namespace lehr::bench
