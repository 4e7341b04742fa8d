#include <algorithm>
#include <cmath>

#include <cli/command.hpp>
#include <cli/exit_codes.hpp>
#include <cli/options/common_options.hpp>
#include <cli/options/option.hpp>
#include <cli/options/values.hpp>
#include <cli/output/json_output.hpp>
#include <cli/output/text_table.hpp>
#include <cli/views/console.hpp>
#include <lehr/lehr.hpp>

namespace lehr::cli {
namespace {

Json comparison_json(const RunComparison& comparison) {
  Json json;
  json["runs"] = Json::array();
  for (const ComparedRun& run : comparison.runs) {
    const std::optional<ModelEvidence>& evidence = run.model_evidence;
    Json entry;
    entry["file"] = run.file;
    entry["log_model_evidence"] = evidence ? Json(evidence->log_value) : Json(nullptr);
    entry["log_model_evidence_error"] = evidence ? Json(evidence->error) : Json(nullptr);
    entry["elpd_loo"] = or_null(run.elpd);
    entry["elpd_loo_se"] = or_null(run.elpd_se);
    entry["elpd_difference"] = or_null(run.elpd_difference);
    entry["elpd_difference_se"] = or_null(run.elpd_difference_se);
    json["runs"].push_back(std::move(entry));
  }
  return json;
}

/// "-38.99 ± 0.03".
std::string with_error(const std::optional<double>& value, const std::optional<double>& error, int decimals) {
  return value && error ? fixed(*value, decimals) + " ± " + significant(*error, 2) : "-";
}

/// Of a run's log p(y | model) to that of the first.
struct LogFactor {
  double value;
  double error;
};
std::optional<LogFactor> log_factor(const ComparedRun& run, const ComparedRun& first) {
  if (!run.model_evidence || !first.model_evidence) return std::nullopt;
  return LogFactor{run.model_evidence->log_value - first.model_evidence->log_value,
                   std::hypot(run.model_evidence->error, first.model_evidence->error)};
}

/// "1.6", "about 10^12".
std::string factor_text(double log_factor) {
  constexpr double kMost = 1e4;
  const double factor = std::exp(std::min(log_factor, 700.0));
  return factor < kMost ? significant(factor, 2) : "about 10^" + fixed(log_factor / std::log(10.0), 0);
}

/// "matern52.nc over rbf.nc: a Bayes factor of 1.6, hardly worth a mention".
std::string bayes_factor_line(const ComparedRun& first, const ComparedRun& run, const LogFactor& factor) {
  std::string text = one_line(first.file) + " over " + one_line(run.file) + ": ";
  constexpr double kErrors = 2;
  if (-factor.value < kErrors * factor.error) return text + "the errors leave open which is better\n";
  return text + "a Bayes factor of " + factor_text(-factor.value) + ", " + strength_of_evidence(-factor.value) + "\n";
}

std::string comparison_text(const RunComparison& comparison, const Console& console) {
  const ComparedRun& first = comparison.runs.front();
  std::vector<std::vector<std::string>> rows = {
      {"run", "log p(y | model)", "difference", "elpd by leave-one-out", "difference"}};
  std::string factors;
  for (const ComparedRun& run : comparison.runs) {
    const std::optional<LogFactor> factor = log_factor(run, first);
    const bool is_first = &run == &first;
    const auto& evidence = run.model_evidence;
    rows.push_back({one_line(run.file), evidence ? with_error(evidence->log_value, evidence->error, 2) : "-",
                    factor && !is_first ? with_error(factor->value, factor->error, 2) : "-",
                    with_error(run.elpd, run.elpd_se, 1),
                    is_first ? "-" : with_error(run.elpd_difference, run.elpd_difference_se, 1)});
    if (factor && !is_first) factors += bayes_factor_line(first, run, *factor);
  }
  std::string text = one_line(comparison.source) + ": " + counted(comparison.rows, "row") + ", " +
                     counted(comparison.runs.size(), "run") + ", the best first\n\n";
  const std::vector<std::string> lines = aligned(rows);
  for (std::size_t i = 0; i < lines.size(); ++i) text += (i == 0 ? console.heading(lines[i]) : lines[i]) + "\n";
  return factors.empty() ? text : text + "\n" + factors;
}

class Compare final : public CommandWithOptions {
 public:
  std::string_view name() const override { return "compare"; }
  std::string_view summary() const override {
    return "Compares the models of runs on the same rows: by log p(y | model), and by how well each row is foretold "
           "from the others.";
  }
  std::string_view usage() const override { return "RUN.nc RUN.nc…"; }
  std::string_view examples() const override {
    return "  lehr compare glass.nc rough.nc\n"
           "  lehr compare glass.nc rough.nc --format json\n";
  }
  int place() const override { return 13; }

  void declare(CLI::App& app) override {
    OptionGroup(app, "The runs")
        .add_positionals({"RUN.nc", "", "two or more run files that lehr fit has written"}, files_);
  }

  void check(const CommonOptions&) const override {
    if (files_.size() < 2) throw UsageError("a comparison needs at least two run files that lehr fit has written");
  }

  int run(const CommonOptions& common, Console& console) override {
    const RunComparison comparison = compare_runs(files_);
    for (const std::string& note : comparison.notes) console.note(note);
    console.result(common.format == Format::json ? json_text(comparison_json(comparison))
                                                 : comparison_text(comparison, console));
    return kDone;
  }

 private:
  std::vector<std::string> files_;
};

}  // namespace

namespace commands {
std::unique_ptr<Command> compare() { return std::make_unique<Compare>(); }
}  // namespace commands

}  // namespace lehr::cli
