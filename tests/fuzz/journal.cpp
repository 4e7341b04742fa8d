// The journal of an unfinished run. Where the first byte is odd, the rest is the file; else it describes records, which
// get checksums that hold: fuzzing alone would never find them. All that summary and predict read of a run is read.
#include <cmath>
#include <cstdlib>
#include <cstring>

#include <fuzz/input.hpp>
#include <fuzz/memory_file.hpp>
#include <lehr/api/fit.hpp>
#include <lehr/api/open_run.hpp>
#include <lehr/files/crc32.hpp>
#include <lehr/journal/format.hpp>
#include <lehr/posterior/run_states.hpp>
#include <lehr/run/run_info_json.hpp>
#include <lehr/samplers/chain_state.hpp>
#include <unit/example_run.hpp>

namespace lehr::fuzz {
namespace {

void append_record(std::string& file, const JournalKey& key, std::string_view payload) {
  file += journal_format::write_record_head({key, static_cast<std::uint32_t>(payload.size()), crc32(payload)});
  file += payload;
}

std::string head(Choices& choices) {
  std::string text = run_info_to_json(example_run(choices.one_in(2)));
  for (std::size_t edits = choices.below(4); edits > 0; --edits) {
    const std::size_t at = choices.below(text.size());
    text.replace(at, choices.below(8), choices.text(choices.below(16)));
  }
  return text;
}

/// A draw of the example: a flag, then its state.
std::string draw(Choices& choices) {
  const Vector t{{1, -1, 1}};
  std::vector<double> numbers = pack({.log_theta = {0.5, 0.25},
                                      .log_prior = -2,
                                      .log_estimate = -3,
                                      .numbers_from = 7,
                                      .state = t,
                                      .latent = t,
                                      .alpha = t});
  numbers.insert(numbers.begin(), 1);
  if (choices.one_in(4)) numbers.resize(choices.below(20));
  if (choices.one_in(4) && !numbers.empty())
    numbers[choices.below(numbers.size())] = std::ldexp(1, int(choices.byte()));
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)};
}

std::string journal(Choices& choices) {
  std::string file = journal_format::file_head();
  if (choices.one_in(8)) file = choices.text(20);
  append_record(file, {1, 0, 0}, head(choices));
  while (choices.any_left()) {
    const std::uint32_t kind = choices.byte() % 8;
    const JournalKey key = {kind, choices.byte() % 4U,
                            choices.one_in(8) ? ~0ULL >> choices.byte() % 64 : choices.byte()};
    const bool free = choices.one_in(4);
    append_record(file, key,
                  free        ? std::string(choices.text(choices.below(64)))
                  : kind == 1 ? head(choices)
                              : draw(choices));
  }
  return file;
}

void read_all(const std::string& path) {
  const auto run = open_run(path);
  const Chains chains = run->read_chains();
  if (chains.log_prior.size() != run->info().fit.chains * run->draws()) std::abort();
  read_report(path);
  visit_states(*run, [&](const PosteriorState& state) {
    if (state.parameters.size() != run->info().parameter_names.size() || state.count == 0) std::abort();
  });
}

}  // namespace

void try_input(Choices choices) {
  const bool raw = choices.byte() % 2 == 1;
  const std::string bytes = raw ? std::string(journal_format::kMagic) + std::string(choices.all()) : journal(choices);
  const MemoryFile file(bytes);
  read_all(file.path());
}

}  // namespace lehr::fuzz
