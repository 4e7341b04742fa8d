#include <variant>

#include <lehr/model/model.hpp>
#include <lehr/report/axis.hpp>
#include <lehr/report/html.hpp>
#include <lehr/report/rerun_command.hpp>
#include <lehr/report/sections.hpp>
#include <lehr/settings/table.hpp>

namespace lehr::report {
namespace {

std::string row(std::string_view what, const std::string& value) {
  return "<tr><th scope=\"row\">" + std::string(what) + "</th><td>" + escaped(value) + "</td></tr>\n";
}

std::string gamma_text(const GammaPrior& prior) {
  return "Gamma, shape " + tick_labels({prior.shape}).front() + ", rate " + tick_labels({prior.rate}).front();
}

template <class Settings>
std::string value_text(const Setting<Settings>& setting, const Settings& settings) {
  if (setting.show != nullptr) return setting.show(settings);
  return with_value(setting, settings, [&]<class Value>(const Value& value) -> std::string {
    if constexpr (std::is_same_v<Value, GammaPrior>) {
      return gamma_text(value);
    } else if constexpr (std::is_same_v<Value, std::optional<GammaPrior>>) {
      return value ? gamma_text(*value) : "";
    } else {
      return print_setting(setting, settings).value_or("");
    }
  });
}

/// A row for each setting that has a title and a value.
template <class Settings>
std::string rows(const Settings& settings) {
  std::string text;
  for (const Setting<Settings>& setting : Settings::table()) {
    if (setting.title.empty()) continue;
    const std::string value = value_text(setting, settings);
    if (!value.empty()) text += row(setting.title, value);
  }
  return text;
}

/// The settings with what was used where the user left the choice open.
struct UsedSettings {
  ModelSettings model;
  FitSettings fit;
};

UsedSettings used_settings(const ReportContents& contents) {
  UsedSettings used = {contents.info.model, contents.info.fit};
  used.model.lengthscale_prior =
      std::get<GammaPrior>(Model(used.model, contents.info.data.feature_names).space()[1].prior);
  used.fit.sampler = contents.outcome.sampler;
  used.fit.evidence.estimator = contents.estimator;
  return used;
}

}  // namespace

std::string settings_section(const ReportContents& contents) {
  const RunInfo& info = contents.info;
  const UsedSettings used = used_settings(contents);
  std::string body = "<p>The same bits again, on the same machine and build:</p>\n<pre tabindex=\"0\"><code>" +
                     with_options(rerun_command(info, contents.run_file)) + "</code></pre>\n";
  body += "<div class=\"scroll\">\n<table class=\"settings\">\n<caption>Settings of the run</caption>\n<tbody>\n";
  body += row("run file", contents.run_file) + row("table", info.source) +
          row("size", counted(info.data.rows, "row") + ", " + counted(info.data.features, "feature"));
  body += rows(used.model) + rows(used.fit);
  if (contents.summary.draws < info.fit.most_draws()) {
    body += row(contents.outcome.goal_reached.value_or(false) ? "draws it took" : "draws so far",
                std::to_string(contents.summary.draws) + " of each chain");
  }
  body += rows(used.fit.evidence);
  if (contents.outcome.seconds > 0) body += row("time of sampling", number(contents.outcome.seconds, 3) + " s");
  body += row("version of lehr", info.version) + "</tbody>\n</table>\n</div>\n";
  return section("settings", "Settings, and how to run it again", body);
}

}  // namespace lehr::report
