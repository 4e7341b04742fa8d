#include <cli/output/evidence_result.hpp>

#include <cli/options/values.hpp>
#include <cli/output/text_table.hpp>
#include <cli/views/console.hpp>
#include <lehr/api/files.hpp>

namespace lehr::cli {
namespace {

constexpr int kDecimals = 6;
constexpr int kErrorDigits = 2;
constexpr const char* kNothing = "-";

/// "3" or "0.5, 2, … (9 values)".
std::string lengthscales_text(const std::vector<double>& values) {
  constexpr std::size_t kShown = 4;
  std::string text;
  for (std::size_t i = 0; i < values.size() && i < kShown; ++i) text += (i > 0 ? ", " : "") + to_text(values[i]);
  return values.size() > kShown ? text + ", … (" + std::to_string(values.size()) + " values)" : text;
}

/// ", intercept 10, linear 1"; empty without them.
std::string terms_text(const ModelSettings& model) {
  std::string text;
  if (model.intercept > 0) text += ", intercept " + to_text(model.intercept);
  if (model.linear > 0) text += ", linear " + to_text(model.linear);
  return text;
}

std::string sampling_text(const EvidenceResult& result, const EvidenceReport& report) {
  if (report.importance_samples == 0) return {};
  std::string text = "; " + counted(static_cast<std::size_t>(report.importance_samples), "sample");
  if (report.temperatures > 0) text += " through " + std::to_string(report.temperatures) + " temperatures";
  text += ", " + counted(static_cast<std::size_t>(result.settings.repeats), "repeat");
  return text + ", seed " + std::to_string(result.settings.seed);
}

std::string error_text(const std::optional<double>& error) {
  return error ? "± " + significant(*error, kErrorDigits) : kNothing;
}

std::vector<std::string> approximation_row(const EvidenceReport& report, bool alone) {
  const std::string steps = counted(static_cast<std::size_t>(report.iterations), "step");
  const std::string name = report.approximation + (report.iterations > 0 ? " (" + steps + ")" : "");
  const std::string value =
      alone ? fixed(report.log_evidence, kDecimals)
            : (report.approximation_log_evidence ? fixed(*report.approximation_log_evidence, kDecimals) : kNothing);
  return {name, value, kNothing, kNothing, kNothing, alone ? significant(report.seconds, 3) : kNothing};
}

std::vector<std::string> estimate_row(const EvidenceReport& report) {
  const auto optional_text = [](const std::optional<double>& value) {
    return value ? significant(*value, 3) : std::string(kNothing);
  };
  const std::string effective = report.effective_sample_size ? significant(*report.effective_sample_size, 3) + " of " +
                                                                   std::to_string(report.importance_samples)
                                                             : kNothing;
  return {report.estimator, fixed(report.log_evidence, kDecimals), error_text(report.se_log),
          effective,        optional_text(report.noise),           significant(report.seconds, 3)};
}

}  // namespace

std::string settings_line(const EvidenceResult& result, const EvidenceReport& report) {
  std::string line =
      one_line(result.source) + ": " + counted(report.rows, "row") + ", " + counted(report.features, "feature") + "; ";
  line += report.kernel + (result.model.ard ? " kernel with ARD" : " kernel") + ", variance " +
          to_text(result.parameters.variance) + ", length-scale " + lengthscales_text(result.parameters.lengthscales) +
          terms_text(result.model) + "; " + report.likelihood + " likelihood";
  return line;
}

std::string evidence_text(const EvidenceResult& result, const Console& console) {
  const bool estimates = result.report.importance_samples > 0;
  std::vector<std::vector<std::string>> rows = {
      {"method", "log evidence", "error", "effective samples", "noise (sd)", "seconds"}};
  rows.push_back(approximation_row(result.report, !estimates));
  if (estimates) rows.push_back(estimate_row(result.report));
  std::string text = settings_line(result, result.report) + sampling_text(result, result.report) + "\n\n";
  const std::vector<std::string> lines = aligned(rows);
  for (std::size_t i = 0; i < lines.size(); ++i) text += (i == 0 ? console.heading(lines[i]) : lines[i]) + "\n";
  return text;
}

}  // namespace lehr::cli
