#include <lehr/data/header.hpp>

#include <algorithm>
#include <charconv>
#include <map>

#include <lehr/base/errors.hpp>
#include <lehr/data/number.hpp>
#include <lehr/data/printable.hpp>

namespace lehr {

bool is_header(std::span<const std::string> row_one, const TableOptions& options) {
  if (options.header) return *options.header;
  const std::string label = options.label.value_or("label");
  if (!parse_number(label) && std::find(row_one.begin(), row_one.end(), label) != row_one.end()) return true;
  std::size_t label_position = row_one.size();
  if (options.label) label_position = position_without_header(label, row_one.size());
  // A name that row one does not hold says nothing against a row of data; a single column cannot be the label.
  if (label_position == row_one.size() && row_one.size() > 1) label_position = row_one.size() - 1;
  for (std::size_t i = 0; i < row_one.size(); ++i) {
    if (i != label_position && kind_of(row_one[i]) == FieldKind::text) return true;
  }
  return false;
}

void check_column_names(std::span<const std::string> names, const std::string& place) {
  std::map<std::string, std::size_t> seen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string here = place + ", column " + std::to_string(i + 1) + ": ";
    if (names[i].empty())
      throw InputError(here + "the header has no name for this column; name it or remove the column");
    const auto [first, is_new] = seen.emplace(names[i], i + 1);
    if (!is_new) {
      throw InputError(here + "the name " + quoted(names[i]) + " is already that of column " +
                       std::to_string(first->second) + "; rename one, or say --header no if this line is not a header");
    }
  }
}

std::string generated_name(std::size_t position) { return "x" + std::to_string(position + 1); }

std::size_t position_without_header(const std::string& name, std::size_t columns) {
  const std::size_t skip = !name.empty() && name.front() == 'x' ? 1 : 0;
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(name.data() + skip, name.data() + name.size(), number);
  const bool valid = error == std::errc() && end == name.data() + name.size() && number >= 1 && number <= columns;
  return valid ? number - 1 : columns;
}

}  // namespace lehr
