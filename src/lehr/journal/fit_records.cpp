#include <lehr/journal/fit_records.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

#include <lehr/base/errors.hpp>

namespace lehr::fit_records {
namespace {

double first_number(const JournalRecord& record) {
  double number = 0;
  std::memcpy(&number, record.bytes.data(), sizeof number);
  return number;
}

}  // namespace

void Sequence::check(const JournalRecord& record) {
  const JournalKey& key = record.key;
  if ((key.kind == kHead) == has_begun()) fail("it does not begin with what was asked for, once");
  if (key.kind == kHead) return;
  if (key.chain >= draws_.size()) fail("it has a record of a chain that was not asked for");
  const std::size_t bytes = record.bytes.size();
  if (bytes == 0 || bytes % sizeof(double) != 0) fail("it has a record without numbers");
  if (key.kind == kLength) change_length(record.numbers());
  if (!is_draw(record)) return;
  check_way(first_number(record));
  std::size_t& draws = draws_[key.chain];
  if (draws == most_draws_) fail("it has more draws than were asked for");
  if (key.index != draws || (draws == 0 && key.kind == kStayed)) fail("its draws do not follow one another");
  ++draws;
}

void Sequence::check_way(double way) const {
  const bool whole = way >= 0 && way == std::floor(way);
  if (!whole || broken_of(way) + (accepted_of(way) ? 1 : 0) > thin_) fail("one of its draws came about impossibly");
}

void Sequence::change_length(const std::vector<double>& numbers) {
  const auto is_count = [](double number, double least) {
    return number >= least && number <= double{kMostIterations} && number == std::floor(number);
  };
  if (numbers.size() != 2 || !is_count(numbers[0], 1) || !is_count(numbers[1], 0))
    fail("it asks for an impossible length");
  length_.draws = static_cast<std::uint64_t>(numbers[0]);
  length_.goal.reset();
  if (numbers[1] > 0) length_.goal = static_cast<std::uint64_t>(numbers[1]);
  most_draws_ = std::max(most_draws_, length_.draws);
}

void Sequence::fail(const std::string& what) const { throw InputError(name_ + " is no journal of a fit: " + what); }

}  // namespace lehr::fit_records
