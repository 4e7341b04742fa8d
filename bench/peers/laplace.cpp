#include <bench/factor_rates.hpp>
#include <bench/peers/outside_program.hpp>
#include <bench/peers/peers.hpp>
#include <bench/stopwatch.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/base/flush_denormals.hpp>
#include <lehr/data/encoding.hpp>
#include <lehr/data/table.hpp>
#include <lehr/evidence/at_theta.hpp>
#include <lehr/posterior/type_two.hpp>

namespace lehr::bench {
namespace {

constexpr const char* kAtTheta = "at (5, 3)";
constexpr const char* kMaximum = "its maximum, from (5, 3)";

/// numpy's OpenBLAS in Debian 12 does not know newer processors and would use their oldest instructions. One thread,
/// like ours.
std::string blas_settings() {
#if defined(__AVX512F__)
  return "OPENBLAS_CORETYPE=SkylakeX OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 ";
#elif defined(__AVX2__)
  return "OPENBLAS_CORETYPE=Haswell OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 ";
#else
  return "OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 ";
#endif
}

void add_ours(const Problem& problem, const Matrix& matrix, std::vector<LaplacePeer>& peers) {
  const FlushDenormals flush;
  const Model model({.likelihood = "logit"}, problem.data.feature_names);
  const Approximation& laplace = approximations::named("laplace");
  const EvidenceMethod method{laplace, {}, nullptr, {}};
  EvidenceAtTheta at_theta;
  LaplacePeer once{.data = problem.description, .work = kAtTheta, .program = "Lehr"};
  const auto find = [&] {
    const bool done = at_theta.prepare(problem.data, model, problem.parameters, method);
    const std::optional<double> value = done ? at_theta.approximation_log_evidence() : std::nullopt;
    if (!value) throw RunError("the numbers broke down on " + problem.description);
    once.log_evidence = *value;
  };
  const Cost cost = measure_interleaved(unit_of_cost(matrix), {.run = find}, {});
  once.units = cost.units();
  once.seconds = cost.seconds;
  peers.push_back(once);

  LaplacePeer climb{.data = problem.description, .work = kMaximum, .program = "Lehr"};
  const double before = unit_seconds(matrix);
  climb.seconds = seconds_of(
      [&] { climb.log_evidence = maximise_evidence(problem.data, model, laplace, problem.parameters).log_evidence; });
  climb.units = climb.seconds / (0.5 * (before + unit_seconds(matrix)));
  peers.push_back(climb);
}

void add_sklearn(const Problem& problem, const std::string& table, const Matrix& matrix,
                 std::vector<LaplacePeer>& peers) {
  const double before = unit_seconds(matrix);
  const std::string script = std::string(LEHR_SOURCE_DIR) + "/bench/peers/sklearn_laplace.py";
  const OutsideAnswer answer =
      run_outside(blas_settings() + "/usr/bin/python3 -B " + quoted(script) + " " + quoted(table) + " 5 3",
                  "Python or scikit-learn is not installed");
  const double unit = 0.5 * (before + unit_seconds(matrix));
  for (const auto& [work, line] : {std::pair{kAtTheta, "evidence"}, std::pair{kMaximum, "maximum"}}) {
    LaplacePeer peer{.data = problem.description, .work = work, .program = "scikit-learn"};
    peer.skipped = answer.skipped;
    if (peer.skipped.empty()) {
      peer.log_evidence = answer.number(line, 1);
      peer.seconds = answer.number(line, 2);
      peer.units = peer.seconds / unit;
    }
    peers.push_back(peer);
  }
}

}  // namespace

std::vector<LaplacePeer> compare_laplace(const Options& options) {
  std::vector<LaplacePeer> peers;
  for (const std::string name : {"glass", "pima"}) {
    const std::string table = options.data + "/" + name + ".csv";
    const Problem problem{name, encode_training_table(read_table(table)).data, {5, {3}}};
    const Matrix matrix = well_conditioned_matrix(problem);
    add_ours(problem, matrix, peers);
    add_sklearn(problem, table, matrix, peers);
  }
  return peers;
}

}  // namespace lehr::bench
