#include <utility>

#include <cli/options/values.hpp>
#include <cli/output/run_result.hpp>
#include <cli/output/text_table.hpp>
#include <cli/views/console.hpp>
#include <cli/views/progress_view.hpp>

namespace lehr::cli {
namespace {

constexpr int kDigits = 4;

std::string optional_text(const std::optional<double>& value, std::string (*format)(double, int), int digits) {
  return value ? format(*value, digits) : "-";
}

/// " and intercept", " and linear terms"; empty without them.
std::string terms_text(const ModelSettings& model) {
  if (model.intercept > 0) return model.linear > 0 ? " with intercept and linear terms" : " with an intercept";
  return model.linear > 0 ? " with linear terms" : "";
}

/// "data/glass.csv: 214 rows, 9 features; rbf kernel; probit likelihood".
std::string model_line(const RunInfo& info) {
  return one_line(info.source) + ": " + counted(info.data.rows, "row") + ", " + counted(info.data.features, "feature") +
         "; " + info.model.kernel + (info.model.ard ? " kernel with ARD" : " kernel") + terms_text(info.model) + "; " +
         info.model.likelihood + " likelihood";
}

/// "run.nc: 4 chains of 1000 draws, sampler emulator, seed 1; 12.3 s".
std::string chains_line(const RunResult& result) {
  const FitSettings& fit = result.info.fit;
  std::string text = one_line(result.path) + ": " + counted(fit.chains, "chain") + " of ";
  text += std::to_string(result.report.summary.draws);
  if (!result.report.complete)
    text += (fit.used_goal() ? " of at most " : " of the ") + std::to_string(fit.most_draws());
  text += result.report.summary.draws == 1 && result.report.complete ? " draw" : " draws";
  if (fit.thin > 1) text += ", every " + std::to_string(fit.thin) + " iterations";
  text += ", sampler " + result.report.sampler + ", seed " + std::to_string(fit.evidence.seed);
  // A run that is under way does not know its time.
  return result.report.seconds > 0 ? text + "; " + significant(result.report.seconds, 3) + " s" : text;
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

std::vector<std::vector<std::string>> coefficient_rows(const RunResult& result) {
  std::vector<std::vector<std::string>> rows = {{"coefficient", "mean", "sd", "5 %", "50 %", "95 %", "mean per unit"}};
  for (const Coefficient& c : result.report.coefficients) {
    rows.push_back({one_line(c.name), significant(c.mean, kDigits), significant(c.sd, kDigits),
                    significant(c.q5, kDigits), significant(c.q50, kDigits), significant(c.q95, kDigits),
                    optional_text(mean_per_unit(c, result.info.encoding), significant, kDigits)});
  }
  return rows;
}

/// A table with its heading.
std::string table_text(const std::vector<std::vector<std::string>>& rows, const Console& console) {
  const std::vector<std::string> lines = aligned(rows);
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) text += (i == 0 ? console.heading(lines[i]) : lines[i]) + "\n";
  return text;
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

/// "Estimator look-ahead; warm-up of 46 evaluations; 0 of 400 proposals broke down".
std::string sampling_line(const RunReport& report, const FitSettings& fit) {
  std::string text = "Estimator " + report.estimator;
  if (report.warmup_evaluations) text += "; warm-up of " + counted(*report.warmup_evaluations, "evaluation");
  const RunSummary& summary = report.summary;
  if (!summary.broken_proposals) return text;
  return text + "; " + std::to_string(*summary.broken_proposals) + " of " +
         counted(summary.chains * summary.draws * fit.thin, "proposal") + " broke down";
}

/// "Each row by the others (LOO): log loss 0.1368, error 5.14 %; elpd -29.27 ± 5.6; Pareto k above 0.7 in 0 rows".
std::string leave_one_out_line(const LeaveOneOutScore& loo) {
  std::string text = "Each row by the others (LOO): log loss " + fixed(loo.log_loss, kDigits);
  if (loo.error) text += ", error " + fixed(100 * *loo.error, 2) + " %";
  text += "; elpd " + significant(loo.elpd, kDigits) + " ± " + significant(loo.se, 2);
  return text + "; Pareto k above " + fixed(kLargestParetoK, 1) + " in " + counted(loo.pareto_k_bad, "row");
}

/// "log p(y | model) = -38.99 ± 0.03, from 96 estimates that are worth 87".
std::string model_evidence_line(const ModelEvidence& evidence) {
  return "log p(y | model) = " + fixed(evidence.log_value, 2) + " ± " + significant(evidence.error, 2) + ", from " +
         counted(evidence.estimates, "estimate") + " that are worth " + fixed(evidence.effective, 0);
}

/// How far each chain of an unfinished run is.
std::string progress_lines(const RunProgress& progress, const FitSettings& fit) {
  std::vector<std::vector<std::string>> rows = {{"chain", "warm-up", "draws"}};
  for (std::size_t chain = 0; chain < progress.draws.size(); ++chain) {
    rows.push_back({std::to_string(chain + 1), std::to_string(progress.evaluations[chain]),
                    std::to_string(progress.draws[chain]) + (fit.used_goal() ? " of at most " : " of ") +
                        std::to_string(fit.most_draws())});
  }
  std::string text;
  for (const std::string& line : aligned(rows)) text += line + "\n";
  return text + "The journal was last written " + significant(progress.seconds_since_written, 2) + " s ago.\n";
}

}  // namespace

std::string run_text(const RunResult& result, const Console& console) {
  std::string text = model_line(result.info) + "\n" + chains_line(result) + "\n\n";
  if (result.report.progress) text += progress_lines(*result.report.progress, result.info.fit) + "\n";
  if (result.report.summary.draws == 0) return text + "Not every chain has a draw yet.\n";
  text += table_text(parameter_rows(result.report.summary), console);
  if (!result.report.coefficients.empty()) text += "\n" + table_text(coefficient_rows(result), console);
  text += "\n";
  if (result.report.loo) text += leave_one_out_line(*result.report.loo) + "\n";
  text += acceptance_line(result.report.summary) + "\n";
  text += sampling_line(result.report, result.info.fit) + "\n";
  if (result.report.estimate_noise > 0) {
    text += "Noise of one log evidence estimate: sd " + significant(result.report.estimate_noise, 2) +
            " (below 1.5 suits the chains)\n";
  }
  if (result.report.model_evidence) text += model_evidence_line(*result.report.model_evidence) + "\n";
  if (result.info.fit.evidence.estimator == "approximation") {
    text += "The chains ran on the evidence of " + result.info.fit.evidence.approximation +
            " itself, which is not exact.\n";
  }
  if (!result.report.goal.empty()) text += result.report.goal + "\n";
  text += result.report.verdict + "\n";
  return result.tails ? text + "\n" + tails_text(*result.tails, console) : text;
}

std::string more_draws_text(const RunResult& result) {
  const bool made_here = result.info.annotation.empty() && result.info.source != "python";
  if (result.report.more.empty() || !made_here) return "";
  return "for more draws: lehr fit " + one_line(result.info.source) + " --out " + one_line(result.path) + " … " +
         result.report.more;
}

RunResult read_run(const std::string& path) {
  ReportedRun run = read_reported_run(path);
  return {path, std::move(run.info), std::move(run.report)};
}

}  // namespace lehr::cli
