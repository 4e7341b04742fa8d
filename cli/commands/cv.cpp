#include <algorithm>
#include <optional>

#include <cli/command.hpp>
#include <cli/exit_codes.hpp>
#include <cli/long_call.hpp>
#include <cli/options/common_options.hpp>
#include <cli/options/evidence_options.hpp>
#include <cli/options/model_options.hpp>
#include <cli/options/option.hpp>
#include <cli/options/setting_options.hpp>
#include <cli/options/table_options.hpp>
#include <cli/options/values.hpp>
#include <cli/output/json_output.hpp>
#include <cli/output/output_file.hpp>
#include <cli/output/scores_output.hpp>
#include <cli/output/text_table.hpp>
#include <cli/views/console.hpp>
#include <lehr/api/files.hpp>
#include <lehr/lehr.hpp>

namespace lehr::cli {
namespace {

Json cv_json(const CrossValidationReport& report) {
  Json json = scores_json(report.scores);
  json["error_se"] = report.error_se;
  json["log_loss_se"] = report.log_loss_se;
  json["brier_se"] = report.brier_se;
  json["auc_se"] = or_null(report.auc_se);
  json["elpd"] = report.elpd;
  json["elpd_se"] = report.elpd_se;
  json["reliability"] = reliability_json(report.scores.reliability);
  json["folds"] = Json::array();
  for (const FoldReport& fold : report.folds) {
    Json entry = scores_json(fold.scores);
    entry["warnings"] = fold.warnings;
    json["folds"].push_back(std::move(entry));
  }
  return json;
}

std::vector<std::string> score_cells(const std::string& name, const Scores& scores) {
  return {name,
          std::to_string(scores.rows),
          fixed(100 * scores.error, 2) + " %",
          fixed(scores.log_loss, 4),
          fixed(scores.brier, 4),
          scores.auc ? fixed(*scores.auc, 4) : "-"};
}

std::string cv_text(const CrossValidationReport& report, const std::string& source, const Console& console) {
  std::vector<std::vector<std::string>> rows = {{"fold", "rows", "error", "log loss", "Brier", "AUC"}};
  for (std::size_t fold = 0; fold < report.folds.size(); ++fold) {
    rows.push_back(score_cells(std::to_string(fold + 1), report.folds[fold].scores));
  }
  rows.push_back(score_cells("all", report.scores));
  rows.push_back({"±", "", fixed(100 * report.error_se, 2) + " %", fixed(report.log_loss_se, 4),
                  fixed(report.brier_se, 4), report.auc_se ? fixed(*report.auc_se, 4) : "-"});
  std::string text = one_line(source) + ": " + counted(report.scores.rows, "row") + " in " +
                     counted(report.folds.size(), "fold") + ", each predicted from a fit to the others\n\n";
  const std::vector<std::string> lines = aligned(rows);
  for (std::size_t i = 0; i < lines.size(); ++i) text += (i == 0 ? console.heading(lines[i]) : lines[i]) + "\n";
  text += "\nelpd " + significant(report.elpd, 4) + " ± " + significant(report.elpd_se, 2) +
          ", to set beside that of leave-one-out of a fit to all rows\n";
  return text + "\n" + reliability_text(report.scores.reliability, console);
}

std::string cv_csv(const CrossValidationReport& report) {
  std::string text = "row,fold,probability\n";
  for (std::size_t row = 0; row < report.probability.size(); ++row) {
    text += std::to_string(row + 1) + "," + std::to_string(report.fold_of_row[row] + 1) + "," +
            to_text(report.probability[row]) + "\n";
  }
  return text;
}

/// A limit of one call makes no sense for ten fits, and no model is compared by a fold.
const SettingNames kNotOfFolds = {"time_limit", "model_evidence", "keep_latents"};

class CrossValidation final : public CommandWithOptions {
 public:
  std::string_view name() const override { return "cv"; }
  std::string_view summary() const override {
    return "Cross-validation: fits the model to all folds of a table but one, for each fold, and says how good the "
           "probabilities of the rows left out are.";
  }
  std::string_view usage() const override { return "DATA.csv [--folds K]"; }
  std::string_view examples() const override {
    return "  lehr cv data/thyroid.csv --folds 5 --draws 100\n"
           "  lehr cv data/thyroid.csv --folds 5 --draws 100 --runs folds --format json\n";
  }
  int place() const override { return 19; }

  void declare(CLI::App& app) override {
    add_table_options(app, table_);
    add_model_options(app, model_);
    OptionGroup group(app, "The folds");
    add_settings(group, folds_);
    group.add(
        {"--out", "CV.csv", "a CSV file for the fold and the probability of each row; one that exists is replaced"},
        [&](auto, auto& text) { out_ = text; });
    add_settings<FitSettings>({app, "The chains"}, sampling_, kNotOfFolds);
    add_evidence_options(app, evidence_, {kNotOfFits});
  }

  CrossValidation() { evidence_.settings = sampling_.settings.evidence; }

  void check(const CommonOptions& common) const override {
    table_.check();
    if (out_ && (out_->empty() || *out_ == "-")) throw UsageError("--out is '" + *out_ + "'; it must name a file");
    if (folds_.settings.resume && folds_.settings.folder.empty()) {
      throw UsageError("--resume needs --runs: the folder in which the runs of the folds are kept");
    }
    evidence_.check(model_.settings);
    request(common).check();
    require_computable_priors(model_.settings);
  }

  int run(const CommonOptions& common, Console& console) override {
    if (out_) {
      refuse_to_replace_run(*out_, {table_.path});
      require_writable(*out_);
    }
    CrossValidationRequest asked = request(common);
    const TrainingTable table = read_chosen_table(table_, common);
    encode(table, console);  // for its notes and warnings, once
    asked.table = table.table;
    asked.encoding = table.options;
    const CrossValidationReport report =
        with_progress(console, "folds", common.threads_or_default(),
                      [&](const RunContext& context) { return cross_validate(asked, context); });
    for (std::size_t fold = 0; fold < report.folds.size(); ++fold) {
      for (const std::string& warning : report.folds[fold].warnings) {
        console.warning("fold " + std::to_string(fold + 1) + ": " + warning);
      }
    }
    if (out_) {
      const HoldInterrupts hold;
      write_file(*out_, cv_csv(report));
    }
    console.result(common.format == Format::json ? json_text(cv_json(report))
                                                 : cv_text(report, asked.table.source, console));
    return kDone;
  }

 private:
  /// Without its table.
  CrossValidationRequest request(const CommonOptions& common) const {
    CrossValidationRequest asked;
    asked.settings = folds_.settings;
    asked.model = model_.settings;
    asked.fit = sampling_.settings;
    asked.fit.evidence = evidence_.settings;
    asked.fit.evidence.seed = common.seed_or_default();
    asked.fit.keep_latents = false;
    asked.fit.model_evidence = false;
    return asked;
  }

  TableChoices table_;
  ModelChoices model_;
  EvidenceChoices evidence_;
  Chosen<FitSettings> sampling_;
  Chosen<CrossValidationSettings> folds_;
  std::optional<std::string> out_;
};

}  // namespace

namespace commands {
std::unique_ptr<Command> cv() { return std::make_unique<CrossValidation>(); }
}  // namespace commands

}  // namespace lehr::cli
