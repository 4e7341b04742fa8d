#include <lehr/data/value_set.hpp>

#include <algorithm>
#include <numeric>
#include <tuple>

#include <lehr/data/number.hpp>

namespace lehr {

std::size_t ValueSet::insert(std::string_view text) {
  if (const auto known = spellings_.find(text); known != spellings_.end()) return known->second;
  std::size_t index = texts_.size();
  const std::optional<double> number = parse_number(text);
  if (number) index = by_number_.emplace(*number, index).first->second;
  spellings_.emplace(text, index);
  if (index == texts_.size()) {
    texts_.emplace_back(text);
    numbers_.push_back(number);
  }
  return index;
}

std::optional<std::size_t> ValueSet::find(std::string_view text) const {
  if (const auto known = spellings_.find(text); known != spellings_.end()) return known->second;
  if (const std::optional<double> number = parse_number(text)) {
    if (const auto known = by_number_.find(*number); known != by_number_.end()) return known->second;
  }
  return std::nullopt;
}

std::vector<std::size_t> ValueSet::sorted() const {
  std::vector<std::size_t> order(size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [this](std::size_t i) {
    return std::tuple(!numbers_[i].has_value(), numbers_[i].value_or(0), std::string_view(texts_[i]));
  };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  return order;
}

}  // namespace lehr
