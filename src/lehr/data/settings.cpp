#include <algorithm>
#include <string>

#include <lehr/data/encoding.hpp>
#include <lehr/data/table.hpp>
#include <lehr/settings/table.hpp>

namespace lehr {
namespace {

// A run file has the encoding that came of them, and so has no keys of theirs.

constexpr Setting<TableOptions> kOfTables[] = {
    {.member = &TableOptions::header,
     .name = "header",
     .value_name = "yes|no",
     .help = "whether line one names the columns",
     .otherwise = "yes if it holds more than numbers",
     .own_key = ""},
    {.member = &TableOptions::label, .own_key = ""},  // EncodingOptions::label
};

constexpr Setting<EncodingOptions> kOfEncodings[] = {
    {.member = &EncodingOptions::label,
     .name = "label",
     .value_name = "NAME",
     .help = "the column with the labels",
     .otherwise = "'label', else the last one",
     .own_key = ""},
    {.member = &EncodingOptions::positive,
     .name = "positive",
     .value_name = "VALUE",
     .help = "the label of the positive class",
     .otherwise = "the larger number, else the last word",
     .own_key = ""},
    {.member = &EncodingOptions::categorical,
     .name = "categorical",
     .value_name = "COLUMN...",
     .help = "text columns to turn into one 0/1 feature per value",
     .own_key = ""},
    {.member = &EncodingOptions::standardize,
     .name = "standardize",
     .help = "use features as they are",
     .otherwise = "zero mean, unit standard deviation",
     .own_option = "--no-standardize",
     .own_key = ""},
};

}  // namespace

std::span<const Setting<TableOptions>> TableOptions::table() { return kOfTables; }
std::span<const Setting<EncodingOptions>> EncodingOptions::table() { return kOfEncodings; }

EncodingOptions options_of(const Encoding& encoding) {
  EncodingOptions options;
  options.label = encoding.has_header ? encoding.label_column : std::to_string(encoding.label_position + 1);
  options.positive = encoding.positive;
  options.standardize = encoding.standardized;
  std::vector<std::string>& columns = options.categorical;
  for (const FeatureEncoding& feature : encoding.features) {
    if (feature.category && std::find(columns.begin(), columns.end(), feature.column) == columns.end()) {
      columns.push_back(feature.column);
    }
  }
  return options;
}

}  // namespace lehr
