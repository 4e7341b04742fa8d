#include <CLI/Version.hpp>

#include <algorithm>
#include <utility>

#include <cli/command.hpp>
#include <cli/exit_codes.hpp>
#include <cli/options/common_options.hpp>
#include <cli/options/values.hpp>
#include <cli/output/json_output.hpp>
#include <cli/output/text_table.hpp>
#include <cli/views/console.hpp>
#include <lehr/api/machine.hpp>

namespace lehr::cli {
namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

Facts all_facts() {
  Facts facts = machine_facts();
  facts.emplace_back("cli11", CLI11_VERSION);
  facts.emplace_back("nlohmann json", std::to_string(NLOHMANN_JSON_VERSION_MAJOR) + "." +
                                          std::to_string(NLOHMANN_JSON_VERSION_MINOR) + "." +
                                          std::to_string(NLOHMANN_JSON_VERSION_PATCH));
  return facts;
}

std::vector<std::string> all_problems() {
  const std::vector<std::string> missing = missing_instructions();
  if (missing.empty()) return {};
  return {"this build needs instructions that this CPU lacks (" + joined(missing) +
          "); build it on this machine, or with -DLEHR_ARCH=x86-64"};
}

std::string as_json(const Facts& facts, const std::vector<std::string>& problems) {
  Json json = Json::object();
  for (auto [what, value] : facts) {
    std::replace(what.begin(), what.end(), ' ', '_');
    json[what] = value;
  }
  json["problems"] = problems;
  return json_text(json);
}

class Doctor final : public CommandWithOptions {
 public:
  std::string_view name() const override { return "doctor"; }
  std::string_view summary() const override {
    return "Says what this build of lehr is, what machine it runs on, and whether the two fit together.";
  }
  std::string_view usage() const override { return ""; }
  std::string_view examples() const override {
    return "  lehr doctor\n"
           "  lehr doctor --format json\n";
  }
  int place() const override { return 90; }
  void declare(CLI::App&) override {}

  int run(const CommonOptions& common, Console& console) override {
    const Facts facts = all_facts();
    const std::vector<std::string> problems = all_problems();
    console.result(common.format == Format::json ? as_json(facts, problems) : two_columns(facts, 0));
    for (const std::string& problem : problems) console.warning(problem);
    return problems.empty() ? kDone : kFailed;
  }
};

}  // namespace

namespace commands {
std::unique_ptr<Command> doctor() { return std::make_unique<Doctor>(); }
}  // namespace commands

}  // namespace lehr::cli
