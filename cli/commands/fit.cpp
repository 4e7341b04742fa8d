#include <filesystem>
#include <optional>
#include <utility>

#include <cli/command.hpp>
#include <cli/exit_codes.hpp>
#include <cli/long_call.hpp>
#include <cli/options/common_options.hpp>
#include <cli/options/fit_options.hpp>
#include <cli/options/model_options.hpp>
#include <cli/options/table_options.hpp>
#include <cli/options/values.hpp>
#include <cli/output/output_file.hpp>
#include <cli/output/run_result.hpp>
#include <cli/views/chains_view.hpp>
#include <cli/views/console.hpp>
#include <lehr/api/files.hpp>
#include <lehr/lehr.hpp>

namespace lehr::cli {
namespace {

/// A run file needs a folder to write to, and what stands in its place must be a file.
void require_run_file_place(const std::string& path) {
  require_writable(path);
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw RunError("'" + path + "' is not a regular file, so a run file cannot take its place");
  }
}

class Fit final : public CommandWithOptions {
 public:
  std::string_view name() const override { return "fit"; }
  std::string_view summary() const override {
    return "Fits a Gaussian process classifier to a table: draws its kernel parameters and its latent function from "
           "their exact posterior and writes them to a run file.";
  }
  std::string_view usage() const override { return "DATA.csv --out RUN.nc"; }
  std::string_view examples() const override {
    return "  lehr fit data/glass.csv --out glass.nc\n"
           "  lehr fit data/glass.csv --out glass.nc --resume\n"
           "  lehr fit data/glass.csv --out glass.nc --goal 1600 --time-limit 1h30m --resume\n"
           "  lehr fit data/glass.csv --out short.nc --kernel matern52 --chains 2 --draws 200 --format json\n";
  }
  int place() const override { return 10; }

  void declare(CLI::App& app) override {
    add_table_options(app, table_);
    add_model_options(app, model_);
    add_fit_options(app, fit_);
  }

  void check(const CommonOptions&) const override {
    table_.check();
    model_.settings.check();
    fit_.check(model_.settings);
    require_computable_priors(model_.settings);
  }

  int run(const CommonOptions& common, Console& console) override {
    refuse_to_replace_input(fit_.out, {table_.path});
    require_run_file_place(fit_.out);
    FitRequest request{.source = source_name(table_.path),
                       .table = read_training_table(table_, common, console),
                       .model = model_.settings,
                       .settings = fit_.settings(common),
                       .out = fit_.out,
                       .if_exists = fit_.if_exists()};
    say_defaults(common, console);
    std::optional<FitReport> sampled = sample(request, common, console);
    if (!sampled) return kInterrupted;
    FitReport& report = *sampled;
    for (const std::string& note : report.notes) console.note(note);
    if (report.interrupted && !report.time_limit_reached) {
      console.error("interrupted: '" + fit_.out + "' holds " + counted(report.run.summary.draws, "draw") +
                    " of each chain; the same command with --resume goes on");
      return kInterrupted;
    }
    RunResult result{fit_.out, std::move(report.info), std::move(report.run)};
    for (const std::string& warning : result.report.warnings) console.warning(warning);
    if (!result.report.loo_note.empty()) console.note(result.report.loo_note);
    if (const std::string more = more_draws_text(result); !more.empty()) console.note(more);
    std::string text = common.format == Format::json ? "" : run_text(result, console);
    // The table's warnings were said when it was read; they are no verdict on the chains.
    result.report.warnings.insert(result.report.warnings.begin(), request.table.warnings.begin(),
                                  request.table.warnings.end());
    console.result(common.format == Format::json ? json_text(run_json(result)) : text);
    return kDone;
  }

 private:
  /// Nothing where the user stopped it before there was something to write.
  std::optional<FitReport> sample(const FitRequest& request, const CommonOptions& common,
                                  const Console& console) const {
    ChainsView view(request.settings.chains, request.settings.used_goal());
    LongCall call(console, view, common.threads_or_default(), std::nullopt);
    try {
      return lehr::fit(request, call.context());
    } catch (const Interrupted&) {
      call.finish();
      console.error(
          "interrupted before every chain had a draw: there is no run file yet, but what was done is kept; the "
          "same command with --resume goes on");
      return std::nullopt;
    }
  }

  void say_defaults(const CommonOptions& common, const Console& console) const {
    std::vector<std::string> defaults = chosen_by_default(model_);
    for (std::string& choice : chosen_by_default(fit_, model_.settings)) defaults.push_back(std::move(choice));
    if (table_.encoding.settings.standardize) defaults.push_back("features standardised");
    if (!common.seed) defaults.push_back("seed " + std::to_string(common.seed_or_default()));
    if (!common.threads) defaults.push_back("threads " + std::to_string(common.threads_or_default()));
    if (!defaults.empty()) console.note("by default: " + joined(defaults));
    if (const auto note = fit_.evidence.note_of_unused()) console.note(*note);
  }

  TableChoices table_;
  ModelChoices model_;
  FitChoices fit_;
};

}  // namespace

namespace commands {
std::unique_ptr<Command> fit() { return std::make_unique<Fit>(); }
}  // namespace commands

}  // namespace lehr::cli
