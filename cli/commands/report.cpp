#include <optional>

#include <cli/command.hpp>
#include <cli/exit_codes.hpp>
#include <cli/long_call.hpp>
#include <cli/options/common_options.hpp>
#include <cli/options/option.hpp>
#include <cli/options/run_options.hpp>
#include <cli/options/setting_options.hpp>
#include <cli/options/table_options.hpp>
#include <cli/output/json_output.hpp>
#include <cli/output/output_file.hpp>
#include <cli/views/console.hpp>
#include <lehr/api/files.hpp>
#include <lehr/lehr.hpp>

namespace lehr::cli {
namespace {

class Report final : public CommandWithOptions {
 public:
  std::string_view name() const override { return "report"; }
  std::string_view summary() const override {
    return "Writes one HTML page that shows a run: whether it can be trusted, its parameters, how good its "
           "probabilities "
           "are, and what it has learned. Also of a fit that is still running, from RUN.nc.partial.";
  }
  std::string_view usage() const override { return "RUN.nc --out REPORT.html"; }
  std::string_view examples() const override {
    return "  lehr report glass.nc --out glass.html\n"
           "  lehr report glass.nc --out glass.html --test data/glass.csv\n";
  }
  int place() const override { return 18; }

  void declare(CLI::App& app) override {
    add_run_option(app, run_file_);
    OptionGroup group(app, "The report");
    group.add({"--out", "REPORT.html", "the HTML file to write; one that exists is replaced; must be given"},
              [&](auto, auto& text) { out_ = text; });
    group.add({"--test", "TEST.csv", "rows with labels to judge the probabilities on (default: the rows of the run)"},
              [&](auto, auto& text) { test_ = text; });
    add_header_option(group, header_);
    add_settings(group, settings_, {"variances"});
  }

  void check(const CommonOptions&) const override {
    check_run_file(run_file_);
    if (out_.empty()) throw UsageError("--out is missing: name the HTML file to write, for example --out fit.html");
    if (test_ && test_->empty()) throw UsageError("--test is ''; it must name a CSV file, or be - for standard input");
  }

  int run(const CommonOptions& common, Console& console) override {
    refuse_to_replace_run(out_, {run_file_, test_.value_or("-")});
    if (out_ != "-") require_writable(out_);
    std::optional<Table> test;
    if (test_) test = read_run_table({run_file_, *test_, "TEST.csv", header_}, common);
    const HtmlReport report = with_progress(
        console, "predictions", common.threads_or_default(),
        [&](const RunContext& context) { return html_report(run_file_, test, settings_.settings, context); });
    for (const std::string& note : report.notes) console.note(note);
    for (const std::string& warning : report.warnings) console.warning(warning);
    if (out_ == "-") {
      console.result(report.html);
      return kDone;
    }
    {
      const HoldInterrupts hold;
      write_file(out_, report.html);
    }
    console.result(common.format == Format::json ? json_text(json(report)) : text(report));
    return kDone;
  }

 private:
  Json json(const HtmlReport& report) const {
    Json json;
    json["report"] = out_;
    json["run"] = run_file_;
    json["bytes"] = report.html.size();
    json["warnings"] = report.warnings;
    return json;
  }

  std::string text(const HtmlReport& report) const {
    return one_line(out_) + ": open it in a browser; it needs no network\n" +
           (report.verdict.empty() ? "" : report.verdict + "\n");
  }

  std::string run_file_;
  std::string out_;
  std::optional<std::string> test_;
  std::optional<bool> header_;
  Chosen<PredictionSettings> settings_;
};

}  // namespace

namespace commands {
std::unique_ptr<Command> report() { return std::make_unique<Report>(); }
}  // namespace commands

}  // namespace lehr::cli
