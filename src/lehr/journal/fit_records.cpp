#include <lehr/journal/fit_records.hpp>

#include <lehr/base/errors.hpp>

namespace lehr::fit_records {

void Sequence::check(const JournalRecord& record) {
  const JournalKey& key = record.key;
  if ((key.kind == kHead) == has_begun()) fail("it does not begin with what was asked for, once");
  if (key.kind == kHead) return;
  if (key.chain >= draws_.size()) fail("it has a record of a chain that was not asked for");
  const std::size_t bytes = record.bytes.size();
  if (bytes == 0 || bytes % sizeof(double) != 0) fail("it has a record without numbers");
  if (!is_draw(record)) return;
  std::size_t& draws = draws_[key.chain];
  if (draws == most_draws_) fail("it has more draws than were asked for");
  if (key.index != draws || (draws == 0 && key.kind == kStayed)) fail("its draws do not follow one another");
  ++draws;
}

void Sequence::fail(const std::string& what) const { throw InputError(name_ + " is no journal of a fit: " + what); }

}  // namespace lehr::fit_records
