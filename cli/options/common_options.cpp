#include <cli/options/common_options.hpp>

#include <CLI/CLI.hpp>

#include <cli/options/option.hpp>
#include <cli/options/table_options.hpp>
#include <cli/options/values.hpp>
#include <lehr/api/resources.hpp>

namespace lehr::cli {
namespace {

constexpr int kMostThreads = 4096;

}  // namespace

int CommonOptions::threads_or_default() const { return threads.value_or(available_threads()); }

void add_common_options(CLI::App& app, CommonOptions& options) {
  OptionGroup group(app, "Common options");
  const Setting<EvidenceSettings>& seed = setting_named<EvidenceSettings>("seed");
  group.add({seed.option(), value_name(seed), option_help(seed, EvidenceSettings{})}, [&](auto, auto& text) {
    EvidenceSettings read;
    read_setting(seed, read, text);
    options.seed = read.seed;
  });
  group.add(
      {"--threads", "T", "how many threads may be used; does not change a result (default: all cores)"},
      [&](auto name, auto& text) { options.threads = static_cast<int>(whole_number(name, text, 1, kMostThreads)); });
  group.add({"--format", "text|json", "how results are written (default text)"}, [&](auto name, auto& text) {
    options.format = one_of(name, text, {"text", "json"}) == "json" ? Format::json : Format::text;
  });
  app.set_config("--config", "", "take options from a file: lines KEY = VALUE, KEY an option without its dashes")
      ->option_text("FILE")
      ->group("Common options");
  group.add_flag("--quiet", "no progress and no notes; warnings and errors stay", options.quiet);
  app.set_help_flag("--help", "this text")->group("Common options");

  // Shown by the commands that learn from a table; a run knows its own label.
  const bool learns = app.get_option_no_throw("--categorical") != nullptr;
  OptionGroup table(app, learns ? kTableHeading : "");
  const auto add_name = [&](std::string_view name, std::optional<std::string>& value) {
    const Setting<EncodingOptions>& row = setting_named<EncodingOptions>(name);
    table.add({row.option(), value_name(row), option_help(row, EncodingOptions{})},
              [&](auto, auto& text) { value = text; });
  };
  add_name("label", options.label);
  add_name("positive", options.positive);
}

}  // namespace lehr::cli
