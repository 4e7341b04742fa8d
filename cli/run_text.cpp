#include <algorithm>
#include <cmath>

#include <cli/console.hpp>
#include <cli/progress_view.hpp>
#include <cli/run_result.hpp>
#include <cli/text_table.hpp>
#include <cli/values.hpp>

namespace lehr::cli {
namespace {

constexpr int kDigits = 4;

std::string optional_text(const std::optional<double>& value, std::string (*format)(double, int), int digits) {
  return value ? format(*value, digits) : "-";
}

/// "data/glass.csv: 214 rows, 9 features; rbf kernel; probit likelihood".
std::string model_line(const RunInfo& info) {
  return one_line(info.source) + ": " + counted(info.data.rows, "row") + ", " + counted(info.data.features, "feature") +
         "; " + info.model.kernel + (info.model.ard ? " kernel with ARD; " : " kernel; ") + info.model.likelihood +
         " likelihood";
}

/// "run.nc: 4 chains of 1000 draws, sampler emulator, seed 1; 12.3 s".
std::string chains_line(const RunResult& result) {
  const FitSettings& fit = result.info.fit;
  std::string text = one_line(result.path) + ": " + counted(result.report.summary.chains, "chain") + " of ";
  text += std::to_string(result.report.summary.draws);
  if (!result.report.complete) text += " of the " + std::to_string(fit.draws);
  text += " draws";
  if (fit.thin > 1) text += ", every " + std::to_string(fit.thin) + " iterations";
  text += ", sampler " + result.report.sampler + ", seed " + std::to_string(fit.evidence.seed);
  return text + "; " + significant(result.report.seconds, 3) + " s";
}

std::vector<std::vector<std::string>> parameter_rows(const RunSummary& summary) {
  std::vector<std::vector<std::string>> rows = {
      {"parameter", "mean", "sd", "5 %", "50 %", "95 %", "ESS bulk", "ESS tail", "R-hat", "MCSE"}};
  for (const ParameterSummary& parameter : summary.parameters) {
    rows.push_back({one_line(parameter.name), significant(parameter.mean, kDigits),
                    optional_text(parameter.sd, significant, kDigits), significant(parameter.q5, kDigits),
                    significant(parameter.q50, kDigits), significant(parameter.q95, kDigits),
                    optional_text(parameter.ess_bulk, fixed, 0), optional_text(parameter.ess_tail, fixed, 0),
                    optional_text(parameter.rhat, fixed, 3), optional_text(parameter.mcse_mean, significant, 2)});
  }
  return rows;
}

std::string acceptance_line(const RunSummary& summary) {
  constexpr std::size_t kShown = 16;
  std::vector<std::string> rates;
  for (const ChainMovement& chain : summary.movement) {
    if (rates.size() < kShown) rates.push_back(fixed(100 * chain.acceptance_rate, 1) + " %");
  }
  if (summary.movement.size() > kShown) rates.emplace_back("…");
  return "Accepted, by chain: " + joined(rates);
}

/// The largest R-hat and the smallest effective size; what cannot be computed is worse than any number.
std::string verdict(const RunReport& report) {
  bool known = true;
  double rhat = 0;
  double effective = INFINITY;
  for (const ParameterSummary& parameter : report.summary.parameters) {
    known = known && parameter.rhat && parameter.ess_bulk && parameter.ess_tail;
    if (!known) break;
    rhat = std::max(rhat, *parameter.rhat);
    effective = std::min({effective, *parameter.ess_bulk, *parameter.ess_tail});
  }
  const std::string numbers =
      known ? "R-hat at most " + fixed(rhat, 3) + ", effective draws at least " + fixed(effective, 0)
            : "R-hat or effective draws cannot be computed";
  if (report.warnings.empty()) return "The chains agree: " + numbers + ".";
  return "The chains do not pass every check (" + counted(report.warnings.size(), "warning") + "): " + numbers + ".";
}

}  // namespace

std::string run_text(const RunResult& result, const Console& console) {
  std::string text = model_line(result.info) + "\n" + chains_line(result) + "\n\n";
  const std::vector<std::string> lines = aligned(parameter_rows(result.report.summary));
  for (std::size_t i = 0; i < lines.size(); ++i) text += (i == 0 ? console.heading(lines[i]) : lines[i]) + "\n";
  text += "\n" + acceptance_line(result.report.summary) + "\n";
  if (result.report.estimate_noise > 0) {
    text += "Noise of one log evidence estimate: sd " + significant(result.report.estimate_noise, 2) +
            " (below 1.5 suits the chains)\n";
  }
  return text + verdict(result.report) + "\n";
}

RunResult read_run(const std::string& path) {
  const RunFileReader reader(path);
  return {path, reader.info(), read_report(path)};
}

}  // namespace lehr::cli
