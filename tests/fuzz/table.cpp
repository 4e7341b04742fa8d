// Tables as a user may hand them in: the first byte chooses the options, the rest is the text. A table that is taken
// must make a data set without gaps, and applying its encoding to itself must give the same data set again.
#include <cmath>
#include <cstdlib>

#include <fuzz/input.hpp>
#include <lehr/data/encoding.hpp>

namespace lehr::fuzz {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

void try_input(Choices choices) {
  const std::uint8_t flags = choices.byte();
  TableOptions options;
  if ((flags & 1) != 0) options.header = (flags & 2) != 0;
  if ((flags & 4) != 0) options.label = (flags & 8) != 0 ? "a" : "2";
  const Table table = parse_table(choices.all(), "fuzz", options);
  require(table.rows() > 0 && table.starts.size() == table.rows() * table.columns.size() + 1);

  EncodingOptions encoding = {.label = options.label, .standardize = (flags & 16) != 0};
  if ((flags & 32) != 0) encoding.categorical = {"a"};
  if ((flags & 64) != 0) encoding.positive = "1";
  const EncodedTable encoded = encode_training_table(table, encoding);
  const Dataset& data = encoded.data;
  require(data.rows == table.rows() && data.responses.rows() == data.rows);
  require(data.inputs.size() == data.rows * data.features);
  for (const double value : data.inputs) require(std::isfinite(value));

  const AppliedTable again = apply_encoding(encoded.encoding, table, Labels::require);
  require(again.data.inputs == data.inputs && again.data.responses == data.responses);
}

}  // namespace lehr::fuzz
