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
  throw UsageError(encoding.settings.categorical.empty()
                       ? "no table is given: name a CSV file, or - for standard input"
                       : "no table is given: name the CSV file before --categorical, whose columns go on "
                         "to the next option");
}

void add_header_option(OptionGroup& group, std::optional<bool>& header) {
  const Setting<TableOptions>& row = setting_named<TableOptions>("header");
  group.add({row.option(), value_name(row), option_help(row, TableOptions{})}, [&](auto, auto& text) {
    TableOptions read;
    read_setting(row, read, text);
    header = read.header;
  });
}

void add_table_options(CLI::App& app, TableChoices& choices) {
  OptionGroup group(app, kTableHeading);
  group.add_positional(
      {"DATA.csv", "", "numbers with a label column, comma, semicolon or tab between; - is standard input"},
      choices.path);
  add_header_option(group, choices.header);
  add_settings(group, choices.encoding, {"label", "positive"});  // which are common options
}

TrainingTable read_chosen_table(const TableChoices& choices, const CommonOptions& common) {
  TrainingTable read{read_table(choices.path, {.header = choices.header, .label = common.label}),
                     choices.encoding.settings};
  read.options.label = common.label;
  read.options.positive = common.positive;
  read.options.categorical = column_names(read.options.categorical, read.table.columns);
  return read;
}

EncodedTable encode(const TrainingTable& table, const Console& console) {
  EncodedTable encoded = encode_training_table(table.table, table.options);
  for (const std::string& note : encoded.notes) console.note(note);
  for (const std::string& warning : encoded.warnings) console.warning(warning);
  return encoded;
}

EncodedTable read_training_table(const TableChoices& choices, const CommonOptions& common, const Console& console) {
  return encode(read_chosen_table(choices, common), console);
}

}  // namespace lehr::cli
