#include <cli/options/table_options.hpp>

#include <algorithm>

#include <cli/options/common_options.hpp>
#include <cli/options/option.hpp>
#include <cli/options/values.hpp>
#include <cli/views/console.hpp>
#include <lehr/api/basics.hpp>
#include <lehr/api/tables.hpp>

namespace lehr::cli {
namespace {

/// "a,b" is one column where there is one of that name, else two.
std::vector<std::string> column_names(const std::vector<std::string>& words, const std::vector<std::string>& columns) {
  std::vector<std::string> names;
  for (const std::string& word : words) {
    std::size_t begin = 0;
    const bool whole = std::find(columns.begin(), columns.end(), word) != columns.end();
    for (std::size_t comma = word.find(','); !whole && comma != std::string::npos; comma = word.find(',', begin)) {
      names.push_back(word.substr(begin, comma - begin));
      begin = comma + 1;
    }
    names.push_back(word.substr(begin));
  }
  return names;
}

}  // namespace

std::string source_name(const std::string& path) { return path == "-" ? "standard input" : path; }

void TableChoices::check() const {
  if (!path.empty()) return;
  throw UsageError(categorical.empty()
                       ? "no table is given: name a CSV file, or - for standard input"
                       : "no table is given: name the CSV file before --categorical, whose columns go on "
                         "to the next option");
}

void add_header_option(OptionGroup& group, std::optional<bool>& header) {
  group.add({"--header", "yes|no", "whether line one names the columns (default: yes if it holds more than numbers)"},
            [&](auto name, auto& text) {
              header = one_of(name, text, {"yes", "no"}) == "yes";
            });
}

void add_table_options(CLI::App& app, TableChoices& choices) {
  OptionGroup group(app, kTableHeading);
  group.add_positional(
      {"DATA.csv", "", "numbers with a label column, comma, semicolon or tab between; - is standard input"},
      choices.path);
  add_header_option(group, choices.header);
  group.add_words({"--categorical", "COLUMN...", "text columns to turn into one 0/1 feature per value"},
                  [&](auto, auto& text) { choices.categorical.push_back(text); });
  group.add_flag("--no-standardize", "use features as they are (default: zero mean, unit standard deviation)",
                 choices.keep_scale);
}

EncodedTable read_training_table(const TableChoices& choices, const CommonOptions& common, const Console& console) {
  const Table table = read_table(choices.path, {.header = choices.header, .label = common.label});
  EncodedTable encoded = encode_training_table(table, {.label = common.label,
                                                       .positive = common.positive,
                                                       .categorical = column_names(choices.categorical, table.columns),
                                                       .standardize = !choices.keep_scale});
  for (const std::string& note : encoded.notes) console.note(note);
  for (const std::string& warning : encoded.warnings) console.warning(warning);
  return encoded;
}

}  // namespace lehr::cli
