#include <cli/options/values.hpp>
#include <cli/output/evidence_result.hpp>
#include <cli/output/text_table.hpp>
#include <cli/views/console.hpp>

namespace lehr::cli {
namespace {

constexpr const char* kNothing = "-";

std::string number(const std::optional<double>& value) { return value ? significant(*value, 2) : kNothing; }

/// "ais from ep", "ep itself".
std::string way(const EvidenceReport& report) {
  if (report.importance_samples == 0) return report.approximation + " itself";
  return report.estimator + " from " + report.approximation;
}

bool understates_error(const EvidenceReport& report) { return report.infinite_variance || report.heavy_tail; }

std::vector<std::string> row(const EvidenceReport& report, const EvidenceComparison& comparison) {
  const bool estimates = report.importance_samples > 0;
  const std::string error = report.se_log ? "± " + significant(*report.se_log, 2) : kNothing;
  return {way(report) + (understates_error(report) ? " *" : ""),
          fixed(report.log_evidence, 3),
          error,
          estimates ? number(report.effective_sample_size) : kNothing,
          estimates ? number(report.noise) : kNothing,
          significant(comparison.cost(report), 3)};
}

}  // namespace

std::string comparison_text(const EvidenceResult& result, const EvidenceComparison& comparison,
                            const Console& console) {
  std::vector<std::vector<std::string>> rows = {
      {"method", "log evidence", "error", "effective samples", "noise", "cost"}};
  bool any_understated = false;
  for (const EvidenceReport& report : comparison.reports) {
    rows.push_back(row(report, comparison));
    any_understated = any_understated || understates_error(report);
  }
  std::string text = settings_line(result, comparison.reports.front()) + "; " +
                     counted(static_cast<std::size_t>(result.settings.importance_samples), "sample") + ", " +
                     counted(static_cast<std::size_t>(result.settings.repeats), "repeat") + ", seed " +
                     std::to_string(result.settings.seed) + "\n\n";
  const std::vector<std::string> lines = aligned(rows);
  for (std::size_t i = 0; i < lines.size(); ++i) text += (i == 0 ? console.heading(lines[i]) : lines[i]) + "\n";
  text += "\nnoise  sd of the logarithm of one estimate; below 1.5 it suits a pseudo-marginal chain\n";
  text += "cost   time of one estimate with all it needs, in Cholesky factorisations of the same size (" +
          significant(comparison.cholesky_seconds * 1e3, 3) + " ms each here)\n";
  if (any_understated) text += "*      a few weights outweigh the rest by far: error and noise are understated\n";
  return text;
}

}  // namespace lehr::cli
