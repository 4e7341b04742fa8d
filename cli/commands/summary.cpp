#include <cli/command.hpp>
#include <cli/exit_codes.hpp>
#include <cli/long_call.hpp>
#include <cli/options/common_options.hpp>
#include <cli/options/option.hpp>
#include <cli/options/run_options.hpp>
#include <cli/output/run_result.hpp>
#include <cli/views/console.hpp>
#include <cli/views/tails_view.hpp>
#include <lehr/lehr.hpp>

namespace lehr::cli {
namespace {

class Summary final : public CommandWithOptions {
 public:
  std::string_view name() const override { return "summary"; }
  std::string_view summary() const override {
    return "Says what a run file holds: the posterior of the kernel parameters, and whether its chains can be trusted.";
  }
  std::string_view usage() const override { return "RUN.nc [--check-tails]"; }
  std::string_view examples() const override {
    return "  lehr summary glass.nc\n"
           "  lehr summary glass.nc --format json\n"
           "  lehr summary glass.nc --check-tails\n";
  }
  int place() const override { return 12; }

  void declare(CLI::App& app) override {
    add_run_option(app, run_file_);
    OptionGroup(app, "The check")
        .add_flag(
            "--check-tails",
            "hold the draws of each parameter against its exact conditionals: whether a part of the posterior was "
            "missed. Takes some thousand evaluations, and says how long",
            check_tails_);
  }

  void check(const CommonOptions&) const override { check_run_file(run_file_); }

  int run(const CommonOptions& common, Console& console) override {
    RunResult result = read_run(run_file_);
    for (const std::string& warning : result.report.warnings) console.warning(warning);
    if (!result.report.loo && result.report.complete) {
      console.note(
          "the run has no leave-one-out: it is of an earlier version, or its numbers broke down; fit again for it");
    }
    if (!result.report.loo_note.empty()) console.note(result.report.loo_note);
    if (const std::string more = more_draws_text(result); !more.empty()) console.note(more);
    if (check_tails_) result.tails = checked_tails(common, console);
    console.result(common.format == Format::json ? json_text(run_json(result)) : run_text(result, console));
    return kDone;
  }

 private:
  TailReport checked_tails(const CommonOptions& common, const Console& console) const {
    TailsView view;
    TailReport tails = with_view(console, view, common.threads_or_default(),
                                 [&](const RunContext& context) { return check_tails(run_file_, context); });
    for (const std::string& warning : tails.warnings) console.warning(warning);
    for (const std::string& note : tails.notes) console.note(note);
    return tails;
  }

  std::string run_file_;
  bool check_tails_ = false;
};

}  // namespace

namespace commands {
std::unique_ptr<Command> summary() { return std::make_unique<Summary>(); }
}  // namespace commands

}  // namespace lehr::cli
