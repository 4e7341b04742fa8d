#include <cmath>

#include <cli/options/values.hpp>
#include <cli/output/run_result.hpp>
#include <cli/output/text_table.hpp>
#include <cli/views/console.hpp>

namespace lehr::cli {
namespace {

std::string share_text(double share) { return fixed(100 * share, 1) + " %"; }

std::vector<std::vector<std::string>> tail_rows(const TailReport& tails) {
  std::vector<std::vector<std::string>> rows = {{"parameter", "below", "expected", "of draws", "z"}};
  for (const ParameterTails& parameter : tails.parameters) {
    for (const TailCut& cut : parameter.cuts) {
      rows.push_back({one_line(parameter.name), significant(cut.at, 4), share_text(cut.expected), share_text(cut.share),
                      fixed(cut.z, 1)});
    }
  }
  return rows;
}

}  // namespace

std::string tails_text(const TailReport& tails, const Console& console) {
  std::string text;
  const std::vector<std::string> lines = aligned(tail_rows(tails));
  for (std::size_t i = 0; i < lines.size(); ++i) text += (i == 0 ? console.heading(lines[i]) : lines[i]) + "\n";
  text += "\nexpected  the share of the posterior, by the exact conditionals at " + counted(tails.draws, "draw") + "\n";
  text += "z         how far the draws are from it, in standard errors\n\n";
  const std::string largest = "|z| is at most " + fixed(tails.largest_z, 1);
  return text +
         (tails.warnings.empty() ? "The draws agree with the exact conditionals: " + largest
                                 : "The draws do not agree with the exact conditionals: " + largest) +
         ", by " + counted(tails.evaluations, "evaluation") + ".\n";
}

Json tails_json(const TailReport& tails) {
  Json json;
  json["parameters"] = Json::array();
  for (const ParameterTails& parameter : tails.parameters) {
    Json entry;
    entry["name"] = parameter.name;
    entry["noise"] = parameter.noise;
    entry["cuts"] = Json::array();
    for (const TailCut& cut : parameter.cuts) {
      entry["cuts"].push_back({{"at", cut.at}, {"expected", cut.expected}, {"share", cut.share}, {"z", cut.z}});
    }
    json["parameters"].push_back(std::move(entry));
  }
  json["largest_z"] = tails.largest_z;
  json["draws"] = tails.draws;
  json["importance_samples"] = tails.samples;
  json["evaluations"] = tails.evaluations;
  return json;
}

}  // namespace lehr::cli
