#include <algorithm>
#include <cmath>
#include <optional>

#include <cli/command.hpp>
#include <cli/exit_codes.hpp>
#include <cli/long_call.hpp>
#include <cli/options/common_options.hpp>
#include <cli/options/option.hpp>
#include <cli/options/run_options.hpp>
#include <cli/options/setting_options.hpp>
#include <cli/options/values.hpp>
#include <cli/output/json_output.hpp>
#include <cli/output/output_file.hpp>
#include <cli/views/console.hpp>
#include <lehr/api/files.hpp>
#include <lehr/lehr.hpp>

namespace lehr::cli {
namespace {

/// A column of numbers and its name.
struct Column {
  const char* name;
  const std::vector<double>& values;
};

std::vector<Column> probability_columns(const Predictions& predictions) {
  return {{"probability", predictions.probability}, {"lower", predictions.lower}, {"upper", predictions.upper}};
}

std::vector<Column> latent_columns(const Predictions& predictions) {
  return {{"latent_mean", predictions.latent_mean}, {"latent_sd", predictions.latent_sd}};
}

class Predict final : public CommandWithOptions {
 public:
  std::string_view name() const override { return "predict"; }
  std::string_view summary() const override {
    return "Predicts the rows of a table from a run: the probability of the positive class, its 90 % interval over the "
           "posterior, and the label.";
  }
  std::string_view usage() const override { return "RUN.nc NEW.csv [--out P.csv]"; }
  std::string_view examples() const override {
    return "  lehr predict glass.nc data/glass.csv --out p.csv\n"
           "  head -n 4 data/glass.csv | lehr predict glass.nc - --latent\n";
  }
  int place() const override { return 14; }

  void declare(CLI::App& app) override {
    add_run_table_options(app, files_, "rows to predict, with the columns of the training table; - is standard input");
    OptionGroup group(app, "The predictions");
    group.add({"--out", "P.csv", "the CSV file to write; one that exists is replaced (default: standard output)"},
              [&](auto, auto& text) { out_ = text; });
    group.add_flag("--latent", "also the mean and standard deviation of the latent function", latent_);
    add_settings(group, settings_);
  }

  void check(const CommonOptions&) const override {
    files_.check();
    if (out_ && out_->empty()) throw UsageError("--out is ''; it must name a file, or be - for standard output");
  }

  int run(const CommonOptions& common, Console& console) override {
    if (!to_stdout()) {
      refuse_to_replace_run(*out_, {files_.run_file, files_.table});
      require_writable(*out_);
    }
    const Table table = read_run_table(files_, common);
    const PredictionReport report = with_progress(
        console, "predictions", common.threads_or_default(),
        [&](const RunContext& context) { return predict_table(files_.run_file, table, settings_.settings, context); });
    for (const std::string& note : report.notes) console.note(note);
    for (const std::string& warning : report.warnings) console.warning(warning);
    if (!to_stdout()) {
      const HoldInterrupts hold;
      write_file(*out_, csv(report));
    }
    if (common.format == Format::json) {
      console.result(json_text(json(report)));
    } else {
      console.result(to_stdout() ? csv(report) : counts(report));
    }
    return kDone;
  }

 private:
  bool to_stdout() const { return !out_ || *out_ == "-"; }

  std::string csv(const PredictionReport& report) const {
    const std::vector<Column> before = probability_columns(report.predictions);
    const std::vector<Column> after = latent_ ? latent_columns(report.predictions) : std::vector<Column>{};
    std::string text;
    for (const Column& column : before) text += std::string(column.name) + ",";
    text += "label";
    for (const Column& column : after) text += "," + std::string(column.name);
    text += "\n";
    for (std::size_t row = 0; row < report.labels.size(); ++row) {
      for (const Column& column : before) text += to_text(column.values[row]) + ",";
      text += csv_field(report.labels[row]);
      for (const Column& column : after) text += "," + to_text(column.values[row]);
      text += "\n";
    }
    return text;
  }

  Json json(const PredictionReport& report) const {
    Json json;
    for (const Column& column : probability_columns(report.predictions)) json[column.name] = column.values;
    json["label"] = report.labels;
    if (latent_) {
      for (const Column& column : latent_columns(report.predictions)) json[column.name] = column.values;
    }
    json["mcse_probability"] = Json::array();
    for (const double error : report.predictions.mcse_probability) {
      json["mcse_probability"].push_back(or_null(std::isnan(error) ? std::nullopt : std::optional(error)));
    }
    json["draws"] = report.predictions.draws;
    if (const auto& error = report.predictions.variance_regression) {
      Json& entry = json["variance_regression"];
      entry["anchors"] = error->anchors;
      entry["draws"] = error->draws;
      entry["rows"] = error->rows;
      entry["mean_error"] = error->mean;
      entry["largest_error"] = error->largest;
    }
    return json;
  }

  /// "p.csv: 20 rows, 12 with label '1', 8 with label '-1'".
  std::string counts(const PredictionReport& report) const {
    std::string text = one_line(*out_) + ": " + counted(report.labels.size(), "row");
    std::vector<std::string> labels = report.labels;
    std::sort(labels.begin(), labels.end());
    for (auto begin = labels.begin(); begin != labels.end();) {
      const auto end = std::upper_bound(begin, labels.end(), *begin);
      text += ", " + std::to_string(end - begin) + " with label '" + one_line(*begin) + "'";
      begin = end;
    }
    return text + "\n";
  }

  RunTableChoices files_{.run_file = {}, .table = {}, .table_word = "NEW.csv", .header = {}};
  std::optional<std::string> out_;
  bool latent_ = false;
  Chosen<PredictionSettings> settings_;
};

}  // namespace

namespace commands {
std::unique_ptr<Command> predict() { return std::make_unique<Predict>(); }
}  // namespace commands

}  // namespace lehr::cli
