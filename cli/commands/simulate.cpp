#include <algorithm>
#include <optional>

#include <cli/command.hpp>
#include <cli/exit_codes.hpp>
#include <cli/long_call.hpp>
#include <cli/options/common_options.hpp>
#include <cli/options/model_options.hpp>
#include <cli/options/option.hpp>
#include <cli/options/setting_options.hpp>
#include <cli/options/values.hpp>
#include <cli/output/json_output.hpp>
#include <cli/output/settings_json.hpp>
#include <cli/views/console.hpp>
#include <lehr/api/files.hpp>
#include <lehr/lehr.hpp>

namespace lehr::cli {
namespace {

constexpr const char* kHeading = "The table to write";

class Simulate final : public CommandWithOptions {
 public:
  std::string_view name() const override { return "simulate"; }
  std::string_view summary() const override {
    return "Writes a table of made-up data: inputs uniform in the unit cube, labels drawn from the model.";
  }
  std::string_view usage() const override {
    return "--rows N --features D --variance V --lengthscale L [--out DATA.csv]";
  }
  std::string_view examples() const override {
    return "  lehr simulate --rows 200 --features 2 --variance 20 --lengthscale 0.255 --out made_up.csv\n"
           "  lehr simulate --rows 50 --features 2 --variance 5 --lengthscale 0.3 | "
           "lehr evidence - --variance 5 --lengthscale 0.3 --no-standardize\n";
  }
  int place() const override { return 30; }

  void declare(CLI::App& app) override {
    OptionGroup group(app, kHeading);
    add_settings(group, table_);
    group.add({"--out", "DATA.csv", "the file to write; one that exists is replaced (default: standard output)"},
              [&](auto, auto& text) { out_ = text; });
    add_parameter_options(app, model_);
    add_model_options(app, model_, kPriors);
  }

  void check(const CommonOptions& common) const override {
    if (!table_.has("rows")) throw UsageError("--rows is missing: how many rows to make, for example --rows 200");
    if (!table_.has("features")) {
      throw UsageError("--features is missing: how many features to make, for example --features 2");
    }
    if (out_ && out_->empty()) throw UsageError("--out is ''; it must name a file, or be - for standard output");
    if (to_stdout() && common.format == Format::json) {
      throw UsageError("--format json needs --out: without it the table itself goes to standard output");
    }
    model_.check_parameters();
    model_.settings.check();
    static_cast<void>(model_.parameters(*table_.settings.features));
    settings(common).check();
  }

  int run(const CommonOptions& common, Console& console) override {
    if (!to_stdout()) require_writable(*out_);
    say_defaults(common, console);
    const Dataset data =
        with_progress(console, "simulating", common.threads_or_default(), [&](const RunContext& context) {
          return lehr::simulate(settings(common), model_.settings, model_.parameters(*table_.settings.features),
                                context);
        });
    if (to_stdout()) {
      console.result(to_csv(data));
      return kDone;
    }
    {
      const HoldInterrupts hold;
      write_file(*out_, to_csv(data));
    }
    const std::vector<double>& classes = data.responses.value;
    const auto positive = std::count(classes.begin(), classes.end(), 1.0);
    console.result(common.format == Format::json ? json(common, positive) : text(positive));
    return kDone;
  }

 private:
  bool to_stdout() const { return !out_ || *out_ == "-"; }

  SimulationSettings settings(const CommonOptions& common) const {
    SimulationSettings settings = table_.settings;
    settings.seed = common.seed_or_default();
    return settings;
  }

  void say_defaults(const CommonOptions& common, const Console& console) const {
    std::vector<std::string> defaults = chosen_by_default(model_);
    if (!common.seed) defaults.push_back("seed " + std::to_string(common.seed_or_default()));
    if (!out_) defaults.push_back("to standard output");
    if (!defaults.empty()) console.note("by default: " + joined(defaults));
  }

  std::string text(std::ptrdiff_t positive) const {
    return one_line(*out_) + ": " + counted(*table_.settings.rows, "row") + ", " +
           counted(*table_.settings.features, "feature") + ", " + std::to_string(positive) + " with label 1\n";
  }

  std::string json(const CommonOptions& common, std::ptrdiff_t positive) const {
    Json json;
    json["out"] = *out_;
    write_settings(json, settings(common));
    json["positive_rows"] = positive;
    write_settings(json, model_.settings, kPriors);
    json["variance"] = *model_.variance;
    json["lengthscale"] = model_.lengthscales;
    return json_text(json);
  }

  Chosen<SimulationSettings> table_;
  std::optional<std::string> out_;
  ModelChoices model_;
};

}  // namespace

namespace commands {
std::unique_ptr<Command> simulate() { return std::make_unique<Simulate>(); }
}  // namespace commands

}  // namespace lehr::cli
