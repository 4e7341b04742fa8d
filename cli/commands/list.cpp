#include <utility>

#include <cli/command.hpp>
#include <cli/exit_codes.hpp>
#include <cli/options/common_options.hpp>
#include <cli/output/json_output.hpp>
#include <cli/output/text_table.hpp>
#include <cli/views/console.hpp>
#include <lehr/api/catalogue.hpp>

namespace lehr::cli {
namespace {

/// The catalogue's entries by kind, in its order.
std::vector<std::pair<std::string, std::vector<CatalogueEntry>>> by_kind() {
  std::vector<std::pair<std::string, std::vector<CatalogueEntry>>> kinds;
  for (CatalogueEntry& entry : catalogue()) {
    if (kinds.empty() || kinds.back().first != entry.kind) kinds.push_back({entry.kind, {}});
    kinds.back().second.push_back(std::move(entry));
  }
  return kinds;
}

class List final : public CommandWithOptions {
 public:
  std::string_view name() const override { return "list"; }
  std::string_view summary() const override {
    return "Lists the kernels, likelihoods, approximations and estimators that can be chosen, with their formulas.";
  }
  std::string_view usage() const override { return ""; }
  std::string_view examples() const override {
    return "  lehr list\n"
           "  lehr list --format json\n";
  }
  int place() const override { return 80; }
  void declare(CLI::App&) override {}

  int run(const CommonOptions& common, Console& console) override {
    console.result(common.format == Format::json ? json() : text(console));
    return kDone;
  }

 private:
  static std::string text(const Console& console) {
    std::string text;
    for (const auto& [kind, entries] : by_kind()) {
      std::vector<std::pair<std::string, std::string>> lines;
      for (const CatalogueEntry& entry : entries) lines.emplace_back(entry.name, entry.description);
      text += (text.empty() ? "" : "\n") + console.heading(kind + "s") + "\n" + two_columns(lines, 2);
    }
    return text;
  }

  static std::string json() {
    Json json = Json::object();
    for (const auto& [kind, entries] : by_kind()) {
      for (const CatalogueEntry& entry : entries) {
        json[kind + "s"].push_back({{"name", entry.name}, {"description", entry.description}});
      }
    }
    return json_text(json);
  }
};

}  // namespace

namespace commands {
std::unique_ptr<Command> list() { return std::make_unique<List>(); }
}  // namespace commands

}  // namespace lehr::cli
