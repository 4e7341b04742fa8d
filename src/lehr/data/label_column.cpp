#include <lehr/data/label_column.hpp>

#include <algorithm>
#include <span>

#include <lehr/base/errors.hpp>
#include <lehr/data/columns.hpp>
#include <lehr/data/printable.hpp>

namespace lehr {
namespace {

constexpr std::size_t kListedLabels = 5;

void check_two_labels(const Table& table, std::size_t column, const CodedColumn& coded) {
  const std::vector<std::string>& found = coded.values.texts();
  if (found.size() == 1) {
    throw InputError(table.place(column) + ": every label is " + quoted(found[0]) +
                     "; classification needs two classes");
  }
  if (found.size() > 2) {
    const auto third = std::find(coded.codes.begin(), coded.codes.end(), 2U) - coded.codes.begin();
    const std::string more = found.size() > kListedLabels ? ", …" : "";
    const auto listed = std::span(found).first(std::min(found.size(), kListedLabels));
    std::string list;
    for (const std::string& label : listed) list += (list.empty() ? "" : ", ") + quoted(label);
    throw InputError(table.place(static_cast<std::size_t>(third), column) +
                     ": more than two labels, where there must be two: " + list + more +
                     "; another label column is chosen with --label");
  }
}

std::size_t choose_column(const Table& table, const std::optional<std::string>& name) {
  if (name) return require_column(table, *name, "--label");
  if (table.has_header) {
    if (const auto column = find_column(table, "label")) return *column;
  }
  return table.columns.size() - 1;
}

std::size_t choose_positive(const Table& table, std::size_t column, const ValueSet& values,
                            const std::optional<std::string>& wanted) {
  if (!wanted) return values.sorted().back();
  if (const auto found = values.find(*wanted)) return *found;
  throw InputError(table.place(column) + ": no label is " + quoted(*wanted) + " (--positive); the labels are " +
                   quoted_list(values.texts()));
}

std::string describe_defaults(const Table& table, const LabelColumn& label, const EncodingOptions& options) {
  std::string note;
  if (!options.label) {
    note = table.has_header ? "label column " + quoted(table.columns[label.column])
                            : "label column " + std::to_string(label.column + 1);
    if (!table.has_header || table.columns[label.column] != "label") note += " (the last one)";
  }
  if (!options.positive) {
    note += (note.empty() ? "" : ", ") + ("positive class " + quoted(label.positive)) + " (the other is " +
            quoted(label.negative) + ")";
  }
  return note;
}

}  // namespace

LabelColumn read_label_column(const Table& table, const EncodingOptions& options) {
  LabelColumn result;
  result.column = choose_column(table, options.label);
  const CodedColumn coded = read_codes(table, result.column, kListedLabels);
  check_two_labels(table, result.column, coded);
  const std::size_t positive = choose_positive(table, result.column, coded.values, options.positive);
  result.positive = coded.values.texts()[positive];
  result.negative = coded.values.texts()[1 - positive];
  result.responses.value.reserve(coded.codes.size());
  for (const std::uint32_t code : coded.codes) result.responses.value.push_back(code == positive ? 1 : 0);
  result.note = describe_defaults(table, result, options);
  return result;
}

}  // namespace lehr
