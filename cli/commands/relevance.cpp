#include <algorithm>
#include <optional>

#include <cli/command.hpp>
#include <cli/exit_codes.hpp>
#include <cli/long_call.hpp>
#include <cli/options/common_options.hpp>
#include <cli/options/option.hpp>
#include <cli/options/run_options.hpp>
#include <cli/options/values.hpp>
#include <cli/output/json_output.hpp>
#include <cli/output/output_file.hpp>
#include <cli/output/text_table.hpp>
#include <cli/views/console.hpp>
#include <lehr/api/files.hpp>
#include <lehr/lehr.hpp>

namespace lehr::cli {
namespace {

Json relevance_json(const RelevanceReport& report) {
  Json json;
  json["features"] = Json::array();
  for (const FeatureRelevance& feature : report.features) {
    Json entry;
    entry["name"] = feature.name;
    entry["relevance"] = feature.relevance;
    entry["lower"] = feature.lower;
    entry["upper"] = feature.upper;
    entry["lengthscale_learned"] = feature.lengthscale_learned;
    json["features"].push_back(std::move(entry));
  }
  json["rows"] = report.rows;
  json["draws"] = report.draws;
  return json;
}

std::string relevance_csv(const RelevanceReport& report) {
  std::string text = "name,relevance,lower,upper,lengthscale_learned\n";
  for (const FeatureRelevance& feature : report.features) {
    text += csv_field(feature.name) + "," + to_text(feature.relevance) + "," + to_text(feature.lower) + "," +
            to_text(feature.upper) + "," + (feature.lengthscale_learned ? "1" : "0") + "\n";
  }
  return text;
}

std::string interval(double lower, double upper, int digits) {
  return significant(lower, digits) + " to " + significant(upper, digits);
}

std::string relevance_text(const RelevanceReport& report, const Console& console) {
  std::vector<std::vector<std::string>> rows = {{"feature", "relevance", "90 %", "length-scale", "90 %", ""}};
  bool any_like_prior = false;
  for (const FeatureRelevance& feature : report.features) {
    rows.push_back({one_line(feature.name), fixed(feature.relevance, 3),
                    fixed(feature.lower, 3) + " to " + fixed(feature.upper, 3), significant(feature.lengthscale, 3),
                    interval(feature.lengthscale_lower, feature.lengthscale_upper, 3),
                    feature.lengthscale_learned ? "" : "*"});
    any_like_prior = any_like_prior || !feature.lengthscale_learned;
  }
  std::string text = one_line(report.source) + ": " + counted(report.features.size(), "feature") + ", by " +
                     counted(report.rows, "row") + " and " + counted(report.draws, "draw") + "\n\n";
  const std::vector<std::string> lines = aligned(rows);
  for (std::size_t i = 0; i < lines.size(); ++i) text += (i == 0 ? console.heading(lines[i]) : lines[i]) + "\n";
  text += "\nrelevance  how far predictions move with the feature, for each of its standard deviations\n";
  if (any_like_prior) text += "*          the length-scale is as its prior has it: the data say nothing of it\n";
  return text;
}

class Relevance final : public CommandWithOptions {
 public:
  std::string_view name() const override { return "relevance"; }
  std::string_view summary() const override {
    return "Says which features matter to the predictions of a run, and how much.";
  }
  std::string_view usage() const override { return "RUN.nc [--out R.csv]"; }
  std::string_view examples() const override {
    return "  lehr relevance glass.nc\n"
           "  lehr relevance glass.nc --out relevance.csv\n";
  }
  int place() const override { return 17; }

  void declare(CLI::App& app) override {
    add_run_option(app, run_file_);
    OptionGroup(app, "The relevance")
        .add({"--out", "R.csv", "a CSV file to write it to as well; one that exists is replaced"},
             [&](auto, auto& text) { out_ = text; });
  }

  void check(const CommonOptions&) const override {
    check_run_file(run_file_);
    if (out_ && (out_->empty() || *out_ == "-")) throw UsageError("--out is '" + *out_ + "'; it must name a file");
  }

  int run(const CommonOptions& common, Console& console) override {
    if (out_) {
      refuse_to_replace_run(*out_, {run_file_});
      require_writable(*out_);
    }
    const RelevanceReport report =
        with_progress(console, "relevance", common.threads_or_default(),
                      [&](const RunContext& context) { return relevance(run_file_, context); });
    if (out_) {
      const HoldInterrupts hold;
      write_file(*out_, relevance_csv(report));
    }
    console.result(common.format == Format::json ? json_text(relevance_json(report)) : relevance_text(report, console));
    return kDone;
  }

 private:
  std::string run_file_;
  std::optional<std::string> out_;
};

}  // namespace

namespace commands {
std::unique_ptr<Command> relevance() { return std::make_unique<Relevance>(); }
}  // namespace commands

}  // namespace lehr::cli
