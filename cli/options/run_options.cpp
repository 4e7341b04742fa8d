#include <cli/options/run_options.hpp>

#include <algorithm>

#include <cli/options/common_options.hpp>
#include <cli/options/option.hpp>
#include <cli/options/table_options.hpp>
#include <lehr/api/basics.hpp>
#include <lehr/api/predict.hpp>
#include <lehr/api/tables.hpp>

namespace lehr::cli {
namespace {

/// Gives the column that --label names the name that the run knows; a column that had it before gets the other.
void rename_label(Table& table, const std::string& label, const Encoding& encoding) {
  const std::size_t column = require_column(table, label, "--label");
  const bool by_name = table.has_header && encoding.has_header;
  if (!by_name && column != encoding.label_position) {
    throw InputError(table.place(column) + ": --label is column " + std::to_string(column + 1) +
                     " here, but columns are matched by position and the label was column " +
                     std::to_string(encoding.label_position + 1) + " of the training table");
  }
  if (!by_name) return;
  const auto known = std::find(table.columns.begin(), table.columns.end(), encoding.label_column);
  if (known != table.columns.end()) *known = table.columns[column];
  table.columns[column] = encoding.label_column;
}

}  // namespace

void add_run_option(CLI::App& app, std::string& run_file) {
  OptionGroup(app, "The run")
      .add_positional(
          {"RUN.nc", "", "a run file that lehr fit has written, or RUN.nc.partial of a fit that is still running"},
          run_file);
}

void check_run_file(const std::string& run_file) {
  if (run_file.empty()) throw UsageError("no run file is given: name one that lehr fit has written");
}

void RunTableChoices::check() const {
  check_run_file(run_file);
  if (table.empty()) throw UsageError("no table is given: name a CSV file after the run file, or - for standard input");
}

void add_run_table_options(CLI::App& app, RunTableChoices& choices, const std::string& table_help) {
  add_run_option(app, choices.run_file);
  OptionGroup group(app, kTableHeading);
  group.add_positional({choices.table_word, "", table_help}, choices.table);
  add_header_option(group, choices.header);
}

Table read_run_table(const RunTableChoices& choices, const CommonOptions& common) {
  const Encoding encoding = read_encoding(choices.run_file);
  if (common.positive && *common.positive != encoding.positive) {
    throw UsageError("--positive is '" + *common.positive + "', but the positive class of this run is '" +
                     encoding.positive + "'; it is chosen by lehr fit");
  }
  Table table =
      read_table(choices.table, {.header = choices.header, .label = common.label.value_or(encoding.label_column)});
  if (common.label && *common.label != encoding.label_column) rename_label(table, *common.label, encoding);
  return table;
}

}  // namespace lehr::cli
