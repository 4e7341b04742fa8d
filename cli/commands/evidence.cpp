#include <cmath>
#include <utility>

#include <cli/command.hpp>
#include <cli/exit_codes.hpp>
#include <cli/long_call.hpp>
#include <cli/options/common_options.hpp>
#include <cli/options/evidence_options.hpp>
#include <cli/options/model_options.hpp>
#include <cli/options/table_options.hpp>
#include <cli/options/values.hpp>
#include <cli/output/evidence_result.hpp>
#include <cli/views/console.hpp>
#include <lehr/lehr.hpp>

namespace lehr::cli {
namespace {

class Evidence final : public CommandWithOptions {
 public:
  std::string_view name() const override { return "evidence"; }
  std::string_view summary() const override {
    return "Finds the log evidence of a table: how probable its labels are under a Gaussian process classifier whose "
           "kernel parameters you give.";
  }
  std::string_view usage() const override { return "DATA.csv --variance V --lengthscale L[,L...]"; }
  std::string_view examples() const override {
    return "  lehr evidence data/glass.csv --variance 15 --lengthscale 3.8\n"
           "  lehr evidence data/glass.csv --variance 5 --lengthscale 3 --approximation laplace "
           "--estimator approximation --format json\n"
           "  lehr evidence data/glass.csv --variance 15 --lengthscale 3.8 --compare\n";
  }
  int place() const override { return 20; }

  void declare(CLI::App& app) override {
    add_table_options(app, table_);
    add_parameter_options(app, model_);
    add_model_options(app, model_);
    add_evidence_options(app, evidence_);
    add_compare_option(app, evidence_);
  }

  void check(const CommonOptions&) const override {
    table_.check();
    model_.check_parameters();
    model_.settings.check();
    evidence_.check(model_.settings);
  }

  int run(const CommonOptions& common, Console& console) override {
    const EncodedTable table = read_training_table(table_, common, console);
    const KernelParameters parameters = model_.parameters(table.data.features);
    say_defaults(common, console);
    EvidenceResult result{.source = source_name(table_.path),
                          .encoding = table.encoding,
                          .model = model_.settings,
                          .parameters = parameters,
                          .settings = evidence_.settings,
                          .report = {},
                          .threads = common.threads_or_default()};
    if (evidence_.compare) return compare(common, console, table, std::move(result));
    result.settings.seed = common.seed_or_default();
    result.report = with_progress(console, "evidence", result.threads, [&](const RunContext& context) {
      return lehr::evidence(table.data, result.model, parameters, result.settings, context);
    });
    say_what_happened(result.report, console);
    result.report.warnings.insert(result.report.warnings.begin(), table.warnings.begin(), table.warnings.end());
    console.result(common.format == Format::json ? json_text(evidence_json(result)) : evidence_text(result, console));
    return kDone;
  }

 private:
  int compare(const CommonOptions& common, Console& console, const EncodedTable& table, EvidenceResult result) const {
    result.settings = evidence_.comparison_settings();
    result.settings.seed = common.seed_or_default();
    result.threads = 1;
    const EvidenceComparison comparison =
        with_progress(console, "comparison", result.threads, [&](const RunContext& context) {
          return compare_evidence(table.data, result.model, result.parameters, result.settings, context);
        });
    console.result(common.format == Format::json ? json_text(comparison_json(result, comparison))
                                                 : comparison_text(result, comparison, console));
    return kDone;
  }

  void say_defaults(const CommonOptions& common, const Console& console) const {
    std::vector<std::string> defaults = chosen_by_default(model_);
    if (table_.encoding.settings.standardize) defaults.push_back("features standardised");
    if (!common.seed) defaults.push_back("seed " + std::to_string(common.seed_or_default()));
    if (!common.threads) defaults.push_back("threads " + std::to_string(common.threads_or_default()));
    if (!defaults.empty()) console.note("by default: " + joined(defaults));
    if (const auto note = evidence_.note_of_unused()) console.note(*note);
    if (model_.prior_given()) console.note("priors do not enter the evidence at given parameters");
  }

  void say_what_happened(const EvidenceReport& report, const Console& console) const {
    const std::vector<std::string> defaults = chosen_by_default(evidence_, report);
    if (!defaults.empty()) console.note("by default: " + joined(defaults));
    for (const std::string& warning : report.warnings) console.warning(warning);
    if (std::isfinite(report.log_evidence)) return;
    throw RunError(
        "the log evidence is not a finite number at these kernel parameters; try others, or another "
        "estimator or approximation");
  }

  TableChoices table_;
  ModelChoices model_;
  EvidenceChoices evidence_;
};

}  // namespace

namespace commands {
std::unique_ptr<Command> evidence() { return std::make_unique<Evidence>(); }
}  // namespace commands

}  // namespace lehr::cli
