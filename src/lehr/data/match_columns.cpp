#include <lehr/data/match_columns.hpp>

#include <algorithm>

#include <lehr/base/errors.hpp>
#include <lehr/data/printable.hpp>
#include <lehr/data/table.hpp>

namespace lehr {
namespace {

std::vector<std::string> missing_columns(const Encoding& encoding, const Table& table) {
  std::vector<std::string> missing;
  for (const FeatureEncoding& feature : encoding.features) {
    const bool listed = !missing.empty() && missing.back() == feature.column;
    if (!listed && !find_column(table, feature.column)) missing.push_back(feature.column);
  }
  return missing;
}

ColumnMatch match_by_name(const Encoding& encoding, const Table& table) {
  const std::vector<std::string> missing = missing_columns(encoding, table);
  if (!missing.empty()) {
    throw InputError(table.source + ": the model needs column" + (missing.size() == 1 ? " " : "s ") +
                     quoted_list(missing) + ", missing here; the columns are " + quoted_list(table.columns));
  }
  ColumnMatch match;
  for (const FeatureEncoding& feature : encoding.features) {
    match.features.push_back(*find_column(table, feature.column));
  }
  match.label = find_column(table, encoding.label_column);
  return match;
}

ColumnMatch match_by_position(const Encoding& encoding, const Table& table) {
  const std::size_t columns = table.columns.size();
  if (columns + 1 < encoding.columns) {
    throw InputError(table.source + ": the table has " + std::to_string(columns) + " column" +
                     (columns == 1 ? "" : "s") + ", the training table had " + std::to_string(encoding.columns) +
                     " with the label; without a header in both, all must be there in the same order");
  }
  ColumnMatch match;
  const bool has_label = columns >= encoding.columns;
  for (const FeatureEncoding& feature : encoding.features) {
    const bool moves_up = !has_label && feature.position > encoding.label_position;
    match.features.push_back(feature.position - (moves_up ? 1 : 0));
  }
  if (has_label) match.label = encoding.label_position;
  if (table.has_header != encoding.has_header) {
    match.notes.push_back(table.source + ": columns are matched by position, because " +
                          (table.has_header ? "the training table" : "this table") + " has no header");
  }
  return match;
}

void note_ignored(const Table& table, ColumnMatch& match) {
  std::vector<bool> used(table.columns.size(), false);
  for (const std::size_t column : match.features) used[column] = true;
  if (match.label) used[*match.label] = true;
  std::vector<std::string> ignored;
  for (std::size_t column = 0; column < used.size(); ++column) {
    if (!used[column]) ignored.push_back(table.columns[column]);
  }
  if (ignored.empty()) return;
  match.notes.push_back(table.source + ": ignored column" + (ignored.size() == 1 ? " " : "s ") + quoted_list(ignored));
}

}  // namespace

ColumnMatch match_columns(const Encoding& encoding, const Table& table) {
  const bool by_name = table.has_header && (encoding.has_header || missing_columns(encoding, table).empty());
  ColumnMatch match = by_name ? match_by_name(encoding, table) : match_by_position(encoding, table);
  note_ignored(table, match);
  return match;
}

}  // namespace lehr
