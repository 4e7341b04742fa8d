#include <lehr/journal/fit_journal.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <utility>

#include <lehr/base/errors.hpp>
#include <lehr/model/model.hpp>
#include <lehr/run/difference.hpp>
#include <lehr/run/run_info_json.hpp>

namespace lehr {
namespace {

using fit_records::is_draw;
using fit_records::kEvaluation;
using fit_records::kHead;
using fit_records::kLength;
using fit_records::kMoved;
using fit_records::kSeconds;
using fit_records::kStayed;

std::uint32_t chain_number(std::size_t chain) { return static_cast<std::uint32_t>(chain); }

/// The state in the record of a draw at which the chain moved, behind the number of how it came about.
ChainState state_in(std::span<const double> numbers, const RunInfo& info, const ParameterSpace& space) {
  const std::string name = "the journal of the unfinished run";
  ChainState state = unpack(numbers.subspan(1), space, name);
  const auto rows = static_cast<Index>(info.data.rows);
  if (state.state.size() != rows || state.latent.size() != (info.keeps_latents() ? rows : 0) ||
      state.alpha.size() != rows) {
    throw InputError(name + " holds a draw of another size; begin anew with --overwrite");
  }
  return state;
}

Draw to_draw(const ChainState& state, const ParameterSpace& space) {
  Draw draw;
  draw.parameters = space.natural(state.log_theta);
  draw.log_evidence_estimate = state.log_estimate;
  draw.log_prior = state.log_prior;
  draw.numbers_from = static_cast<double>(state.numbers_from);
  draw.state.assign(state.state.begin(), state.state.end());
  draw.latent.assign(state.latent.begin(), state.latent.end());
  draw.log_theta = state.log_theta;
  draw.alpha.assign(state.alpha.begin(), state.alpha.end());
  return draw;
}

}  // namespace

FitJournal::FitJournal(const RunInfo& info)
    : space_(Model(info.model, info.data.feature_names).space()),
      known_(info.fit.chains),
      numbers_(numbers_of_evaluation(info.fit, space_.size())) {}

std::unique_ptr<FitJournal> FitJournal::begin(const std::string& path, const RunInfo& info) {
  std::unique_ptr<FitJournal> journal(new FitJournal(info));
  // A writer cannot be moved, so it is made in its place: std::make_unique would have to move it.
  journal->writer_.reset(new JournalWriter(JournalWriter::begin(path)));  // NOLINT(modernize-make-unique)
  journal->writer_->append({kHead, 0, 0}, run_info_to_json(info));
  journal->length_ = fit_records::length_of(info.fit);
  return journal;
}

std::unique_ptr<FitJournal> FitJournal::resume(const std::string& path, const RunInfo& info) {
  std::unique_ptr<FitJournal> journal(new FitJournal(info));
  fit_records::Sequence sequence("'" + path + "'");
  // NOLINTNEXTLINE(modernize-make-unique)
  journal->writer_.reset(new JournalWriter(
      JournalWriter::resume(path, [&](const JournalRecord& record) { journal->recall(record, info, sequence); })));
  journal->length_ = sequence.has_begun() ? sequence.length() : fit_records::length_of(info.fit);
  if (!sequence.has_begun())
    journal->writer_->append({kHead, 0, 0}, run_info_to_json(info));  // killed before it was written
  return journal;
}

void FitJournal::recall(const JournalRecord& record, const RunInfo& info, fit_records::Sequence& sequence) {
  sequence.check(record);
  if (record.key.kind == kHead) {
    RunInfo begun = info;
    if (record.bytes != run_info_to_json(info)) {
      begun = run_info_from_json(record.bytes, "the journal of the unfinished run");
      const std::string found = difference(begun, info);
      if (!found.empty()) {
        throw UsageError("the unfinished run was begun with " + found +
                         "; give the same to --resume it, or --overwrite it");
      }
    }
    sequence.begin(begun);
    return;
  }
  Known& known = known_[record.key.chain];
  if (record.key.kind == kEvaluation) {
    const std::vector<double> numbers = record.numbers();
    if (numbers.size() != numbers_)
      throw InputError(
          "the journal of the unfinished run holds an evaluation of another size; begin anew with --overwrite");
    known.evaluations.insert(known.evaluations.end(), numbers.begin(), numbers.end());
  } else if (record.key.kind == kSeconds) {
    known_seconds_ = record.numbers().front();
  } else if (is_draw(record)) {
    const std::vector<double> numbers = record.numbers();
    if (!known.opened_with) known.opened_with = Kept{};
    Kept& kept = *known.opened_with;
    if (record.key.kind == kMoved) kept.last = state_in(numbers, info, space_);
    kept.draws = sequence.draws()[record.key.chain];
    known.log_thetas.insert(known.log_thetas.end(), kept.last.log_theta.begin(), kept.last.log_theta.end());
  }
}

std::optional<std::vector<double>> FitJournal::known_evaluation(std::size_t chain, std::size_t index) const {
  const std::vector<double>& known = known_[chain].evaluations;
  if ((index + 1) * numbers_ > known.size()) return std::nullopt;
  const auto first = known.begin() + static_cast<std::ptrdiff_t>(index * numbers_);
  return std::vector<double>(first, first + static_cast<std::ptrdiff_t>(numbers_));
}

void FitJournal::keep_evaluation(std::size_t chain, std::size_t index, std::span<const double> found) {
  writer_->append({kEvaluation, chain_number(chain), index}, found);
  std::vector<double>& known = known_[chain].evaluations;
  known.insert(known.end(), found.begin(), found.end());
}

std::optional<FitStore::Kept> FitJournal::known_draws(std::size_t chain) const {
  std::optional<Kept> kept = known_[chain].opened_with;
  if (!kept) return kept;
  for (std::size_t draw = 0; draw < kept->draws; ++draw) {
    const std::span<const double> one = log_theta(chain, draw);
    kept->log_thetas.emplace_back(one.begin(), one.end());
  }
  return kept;
}

void FitJournal::keep_draw(std::size_t chain, std::size_t draw, const ChainState& state, const Way& way) {
  const double flag = fit_records::packed(way);
  if (way.moved || draw == 0) {
    std::vector<double> numbers = pack(state);
    numbers.insert(numbers.begin(), flag);
    writer_->append({kMoved, chain_number(chain), draw}, numbers);
  } else {
    writer_->append({kStayed, chain_number(chain), draw}, std::span(&flag, 1));
  }
  std::vector<double>& all = known_[chain].log_thetas;
  all.insert(all.end(), state.log_theta.begin(), state.log_theta.end());
}

std::size_t FitJournal::draws() const {
  std::size_t least = draws(0);
  for (std::size_t chain = 1; chain < known_.size(); ++chain) least = std::min(least, draws(chain));
  return least;
}

void FitJournal::ask_for(const FitSettings& settings) {
  const fit_records::Length asked = fit_records::length_of(settings);
  if (asked == length_) return;
  writer_->append({kLength, 0, 0},
                  std::vector<double>{static_cast<double>(asked.draws), static_cast<double>(asked.goal.value_or(0))});
  length_ = asked;
}

void FitJournal::keep_seconds(double seconds) { writer_->append({kSeconds, 0, 0}, std::span(&seconds, 1)); }

JournalContents read_journal_contents(const std::string& path) {
  JournalContents contents;
  fit_records::Sequence sequence("'" + path + "'");
  read_journal(path, [&](const JournalRecord& record) {
    sequence.check(record);
    if (record.key.kind == kHead) {
      contents.info = run_info_from_json(record.bytes, "'" + path + "'");
      contents.progress.evaluations.assign(contents.info.fit.chains, 0);
      sequence.begin(contents.info);
    } else if (record.key.kind == kEvaluation) {
      ++contents.progress.evaluations[record.key.chain];
    } else if (record.key.kind == kSeconds) {
      contents.seconds = record.numbers().front();
    }
  });
  contents.progress.draws = sequence.draws();
  if (!sequence.has_begun()) throw InputError("'" + path + "' holds nothing yet: its run has only just begun");
  contents.info.fit.draws = sequence.length().draws;
  contents.info.fit.goal = sequence.length().goal;
  const auto age = std::filesystem::file_time_type::clock::now() - std::filesystem::last_write_time(path);
  contents.progress.seconds_since_written = std::max(0.0, std::chrono::duration<double>(age).count());
  return contents;
}

void visit_journal_draws(const std::string& path, const RunInfo& info,
                         const std::function<void(std::size_t, std::size_t, const Draw&)>& visit) {
  const Model model(info.model, info.data.feature_names);
  std::vector<Draw> last(info.fit.chains);
  fit_records::Sequence sequence("'" + path + "'");
  read_journal(path, [&](const JournalRecord& record) {
    sequence.check(record);
    if (record.key.kind == kHead) sequence.begin(info);
    if (!is_draw(record)) return;
    const std::vector<double> numbers = record.numbers();
    Draw& draw = last[record.key.chain];
    if (record.key.kind == kMoved) {
      draw = to_draw(state_in(numbers, info, model.space()), model.space());
    }
    draw.accepted = fit_records::accepted_of(numbers.front());
    draw.broken = fit_records::broken_of(numbers.front());
    visit(record.key.chain, record.key.index, draw);
  });
}

}  // namespace lehr
