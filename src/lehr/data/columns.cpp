#include <lehr/data/columns.hpp>

#include <lehr/base/errors.hpp>
#include <lehr/data/number.hpp>
#include <lehr/data/printable.hpp>

namespace lehr {
namespace {

std::string missing_value(std::string_view cell) {
  const std::string field = cell.empty() ? "the field is empty" : "the field is " + quoted(cell);
  return "a value is missing (" + field + "); fill it in or remove the row";
}

std::string advice_for_text(const Table& table, std::size_t row, std::size_t column) {
  const std::string name = table.has_header ? quoted(table.columns[column]) : std::to_string(column + 1);
  std::string advice = "; if the column holds categories, say --categorical " + name + ", else remove it";
  if (!table.has_header && row == 0) advice += "; if this line is a header, say --header yes";
  return advice;
}

[[noreturn]] void refuse_number(const Table& table, std::size_t row, std::size_t column) {
  const std::string_view cell = table.cell(row, column);
  const std::string start = table.place(row, column) + ": ";
  switch (kind_of(cell)) {
    case FieldKind::missing:
      throw InputError(start + missing_value(cell));
    case FieldKind::infinite:
      throw InputError(start + quoted(cell) + " is not a finite number");
    case FieldKind::too_large:
      throw InputError(start + quoted(cell) + " is too large a number (the largest is 1.8e308)");
    case FieldKind::hexadecimal:
      throw InputError(start + quoted(cell) + " is a hexadecimal number; write it as a decimal one");
    case FieldKind::decimal_comma:
      throw InputError(start + quoted(cell) + " has a comma; write numbers with a decimal point, as in 1.5");
    case FieldKind::number:
    case FieldKind::text:
      break;
  }
  throw InputError(start + quoted(cell) + " is not a number" + advice_for_text(table, row, column));
}

std::string_view present_cell(const Table& table, std::size_t row, std::size_t column) {
  const std::string_view cell = table.cell(row, column);
  if (is_missing(cell)) throw InputError(table.place(row, column) + ": " + missing_value(cell));
  return cell;
}

}  // namespace

std::vector<double> read_numbers(const Table& table, std::size_t column) {
  std::vector<double> numbers(table.rows());
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    const std::optional<double> number = parse_number(table.cell(row, column));
    if (!number) refuse_number(table, row, column);
    numbers[row] = *number;
  }
  return numbers;
}

CodedColumn read_codes(const Table& table, std::size_t column, std::size_t limit) {
  CodedColumn result;
  result.codes.reserve(table.rows());
  for (std::size_t row = 0; row < table.rows() && result.values.size() <= limit; ++row) {
    const std::size_t code = result.values.insert(present_cell(table, row, column));
    result.codes.push_back(static_cast<std::uint32_t>(code));
  }
  return result;
}

std::vector<std::uint32_t> read_known_codes(const Table& table, std::size_t column, const ValueSet& known,
                                            const std::string& what) {
  std::vector<std::uint32_t> codes(table.rows());
  for (std::size_t row = 0; row < codes.size(); ++row) {
    const std::string_view cell = present_cell(table, row, column);
    const std::optional<std::size_t> code = known.find(cell);
    if (!code) {
      throw InputError(table.place(row, column) + ": " + quoted(cell) + " is not a " + what + " of the model (" +
                       quoted_list(known.texts()) + ")");
    }
    codes[row] = static_cast<std::uint32_t>(*code);
  }
  return codes;
}

}  // namespace lehr
