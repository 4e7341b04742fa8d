#include <cli/output/scores_output.hpp>

#include <utility>

#include <cli/options/values.hpp>
#include <cli/output/text_table.hpp>
#include <cli/views/console.hpp>

namespace lehr::cli {

Json scores_json(const Scores& scores) {
  Json json;
  json["error"] = scores.error;
  json["log_loss"] = scores.log_loss;
  json["brier"] = scores.brier;
  json["auc"] = or_null(scores.auc);
  json["ece"] = scores.ece;
  json["rows"] = scores.rows;
  return json;
}

Json reliability_json(const std::vector<ReliabilityBin>& bins) {
  Json json = Json::array();
  for (const ReliabilityBin& bin : bins) {
    Json entry;
    entry["lower"] = bin.lower;
    entry["upper"] = bin.upper;
    entry["count"] = bin.count;
    entry["mean_probability"] = or_null(bin.mean_probability);
    entry["fraction_positive"] = or_null(bin.fraction_positive);
    json.push_back(std::move(entry));
  }
  return json;
}

std::string reliability_text(const std::vector<ReliabilityBin>& bins, const Console& console) {
  std::vector<std::vector<std::string>> rows = {{"probability", "rows", "predicted", "observed"}};
  for (const ReliabilityBin& bin : bins) {
    const auto optional_text = [](const std::optional<double>& value) {
      return value ? fixed(*value, 3) : std::string("-");
    };
    rows.push_back({fixed(bin.lower, 1) + " to " + fixed(bin.upper, 1), std::to_string(bin.count),
                    optional_text(bin.mean_probability), optional_text(bin.fraction_positive)});
  }
  std::string text;
  const std::vector<std::string> lines = aligned(rows);
  for (std::size_t i = 0; i < lines.size(); ++i) text += (i == 0 ? console.heading(lines[i]) : lines[i]) + "\n";
  return text;
}

}  // namespace lehr::cli
