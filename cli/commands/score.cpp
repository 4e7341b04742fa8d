#include <cli/command.hpp>
#include <cli/exit_codes.hpp>
#include <cli/long_call.hpp>
#include <cli/options/common_options.hpp>
#include <cli/options/run_options.hpp>
#include <cli/options/setting_options.hpp>
#include <cli/options/values.hpp>
#include <cli/output/json_output.hpp>
#include <cli/output/scores_output.hpp>
#include <cli/output/text_table.hpp>
#include <cli/views/console.hpp>
#include <lehr/lehr.hpp>

namespace lehr::cli {
namespace {

std::string scores_text(const Scores& scores, const std::string& source, const Console& console) {
  std::string text = one_line(source) + ": " + counted(scores.rows, "row") + "\n\n";
  text += two_columns({{"error", fixed(100 * scores.error, 2) + " % of the labels are predicted wrongly"},
                       {"log loss", fixed(scores.log_loss, 4) + " nats per row (guessing by halves: 0.6931)"},
                       {"Brier", fixed(scores.brier, 4) + " (guessing by halves: 0.25)"},
                       {"AUC", scores.auc ? fixed(*scores.auc, 4) : "- (there is one class only)"},
                       {"ECE", fixed(scores.ece, 4) + " between predicted and observed, over the bins below"}},
                      0);
  return text + "\n" + reliability_text(scores.reliability, console);
}

class Score final : public CommandWithOptions {
 public:
  std::string_view name() const override { return "score"; }
  std::string_view summary() const override {
    return "Predicts the rows of a table whose labels are known, and says how good the probabilities are.";
  }
  std::string_view usage() const override { return "RUN.nc TEST.csv"; }
  std::string_view examples() const override {
    return "  lehr score glass.nc data/glass.csv\n"
           "  lehr score glass.nc data/glass.csv --format json\n";
  }
  int place() const override { return 16; }

  void declare(CLI::App& app) override {
    add_run_table_options(app, files_, "rows with labels, and the columns of the training table; - is standard input");
    add_settings(OptionGroup(app, "The predictions"), settings_);
  }

  void check(const CommonOptions&) const override { files_.check(); }

  int run(const CommonOptions& common, Console& console) override {
    const Table table = read_run_table(files_, common);
    const ScoreReport report = with_progress(
        console, "predictions", common.threads_or_default(),
        [&](const RunContext& context) { return score_table(files_.run_file, table, settings_.settings, context); });
    for (const std::string& note : report.notes) console.note(note);
    for (const std::string& warning : report.warnings) console.warning(warning);
    Json json = scores_json(report.scores);
    json["reliability"] = reliability_json(report.scores.reliability);
    console.result(common.format == Format::json ? json_text(json) : scores_text(report.scores, table.source, console));
    return kDone;
  }

 private:
  RunTableChoices files_{.run_file = {}, .table = {}, .table_word = "TEST.csv", .header = {}};
  Chosen<PredictionSettings> settings_;
};

}  // namespace

namespace commands {
std::unique_ptr<Command> score() { return std::make_unique<Score>(); }
}  // namespace commands

}  // namespace lehr::cli
