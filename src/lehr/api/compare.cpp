#include <lehr/api/compare.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>

#include <lehr/base/flush_denormals.hpp>
#include <lehr/evidence/estimator.hpp>
#include <lehr/linalg/cholesky.hpp>
#include <lehr/sites/approximation.hpp>

namespace lehr {
namespace {

/// The median time of one factorisation in place; the time goes with the cube of many rows.
double time_cholesky(Index rows, const RunContext& context) {
  constexpr int kRounds = 5;
  constexpr Index kMostRows = 2000;
  if (rows > kMostRows) {
    return time_cholesky(kMostRows, context) * std::pow(static_cast<double>(rows) / static_cast<double>(kMostRows), 3);
  }
  const FlushDenormals flush;
  const Matrix positive = 2 * Matrix::Identity(rows, rows) + Matrix::Constant(rows, rows, 1);
  std::vector<double> seconds;
  for (int round = 0; round < kRounds; ++round) {
    context.throw_if_stopped();
    Matrix factor = positive;
    const auto start = std::chrono::steady_clock::now();
    [[maybe_unused]] const bool done = cholesky_in_place<double>(factor);
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds[kRounds / 2];
}

/// (approximation, estimator) in the order of the table.
std::vector<std::pair<std::string, std::string>> ways() {
  std::vector<std::pair<std::string, std::string>> result;
  for (const Approximation* approximation : approximations::all()) {
    if (approximation->has_evidence()) result.emplace_back(approximation->name(), "approximation");
  }
  for (const Estimator* estimator : estimators::all()) {
    for (const Approximation* approximation : approximations::all()) {
      result.emplace_back(approximation->name(), estimator->name());
    }
  }
  return result;
}

}  // namespace

double EvidenceComparison::cost(const EvidenceReport& report) const {
  const double own = (report.seconds - report.seconds_shared) / double(report.log_estimates.size());
  return (report.seconds_shared + own) / cholesky_seconds;
}

EvidenceComparison compare_evidence(const Dataset& data, const ModelSettings& model_settings,
                                    const KernelParameters& parameters, const EvidenceSettings& settings,
                                    const RunContext& context) {
  RunContext one_thread = context;
  one_thread.threads = 1;
  EvidenceComparison comparison;
  comparison.cholesky_seconds = time_cholesky(static_cast<Index>(data.rows), context);
  for (const auto& [approximation, estimator] : ways()) {
    EvidenceSettings one = settings;
    one.approximation = approximation;
    one.estimator = estimator;
    comparison.reports.push_back(evidence(data, model_settings, parameters, one, one_thread));
  }
  return comparison;
}

}  // namespace lehr
