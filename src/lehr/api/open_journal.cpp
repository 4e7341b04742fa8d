#include <lehr/api/open_journal.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <span>

#include <lehr/api/fit_parts.hpp>
#include <lehr/api/open_run.hpp>
#include <lehr/api/run_report.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/files/temporary_file.hpp>
#include <lehr/run/difference.hpp>
#include <lehr/run_file/guarded.hpp>

namespace lehr {
namespace {

using Values = std::vector<std::vector<double>>;  // of parameter p: [chain * draws + draw]

constexpr std::size_t kDrawsAtOnce = 64;

Values first_draws(const Values& parameters, std::size_t draws, std::size_t count) {
  Values first(parameters.size());
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    for (std::size_t begin = 0; begin < parameters[p].size(); begin += draws) {
      const auto own = std::span(parameters[p]).subspan(begin, count);
      first[p].insert(first[p].end(), own.begin(), own.end());
    }
  }
  return first;
}

/// The draws of each chain with which a run of these settings ends, where the draws there are tell; else nothing.
std::optional<std::size_t> known_end(const FitSettings& settings, const Values& parameters, std::size_t draws) {
  const std::size_t most = settings.most_draws();
  if (const GoalRule rule = goal_rule_of(settings)) {
    for (std::size_t look = next_look(0, most); look <= draws && look < most; look = next_look(look + 1, most)) {
      if (rule(first_draws(parameters, draws, look), look)) return look;
    }
  }
  return most <= draws ? std::optional(most) : std::nullopt;
}

/// "--goal 400 --draws 4000".
std::string length_text(const FitSettings& settings) {
  const std::optional<std::uint64_t> goal = settings.used_goal();
  return (goal ? "--goal " + std::to_string(*goal) + " " : "") + "--draws " + std::to_string(settings.most_draws());
}

// What goes on from a journal.

/// The draws that every chain has, on their natural scale.
Values draws_in(const FitJournal& journal, const RunInfo& info) {
  const ParameterSpace space = Model(info.model, info.data.feature_names).space();
  Values parameters(space.size());
  for (std::size_t chain = 0; chain < info.fit.chains; ++chain) {
    for (std::size_t draw = 0; draw < journal.draws(); ++draw) {
      const std::vector<double> theta = space.natural(journal.log_theta(chain, draw));
      for (std::size_t p = 0; p < theta.size(); ++p) parameters[p].push_back(theta[p]);
    }
  }
  return parameters;
}

/// No chain may have more draws than were asked for, and not all of them more than the goal takes.
void require_no_less(const FitJournal& journal, const RunInfo& info) {
  std::size_t done = journal.draws();
  std::optional<std::size_t> end = known_end(info.fit, draws_in(journal, info), done);
  for (std::size_t chain = 0; chain < info.fit.chains; ++chain) {
    const std::size_t draws = journal.draws(chain);
    if (draws <= info.fit.most_draws()) continue;
    done = std::max(done, draws);
    end = info.fit.most_draws();
  }
  if (!end || done <= *end) return;
  throw UsageError("the unfinished run has " + std::to_string(done) + " draws of a chain already, but " +
                   length_text(info.fit) + " ends with " + std::to_string(*end) +
                   "; ask for more to --resume it, or --overwrite it");
}

std::unique_ptr<FitJournal> resume_journal(const std::string& path, const RunInfo& info) {
  std::unique_ptr<FitJournal> journal = FitJournal::resume(path, info);
  require_no_less(*journal, info);
  journal->ask_for(info.fit);
  return journal;
}

// What goes on from a run file.

/// Whether a run file holds all that is asked for.
bool has_all(const GuardedRunFile& file, const Chains& chains, const FitSettings& asked) {
  const FitSettings& own = file.info().fit;
  const bool reached = file.outcome().goal_reached.value_or(false);
  const bool same = own.used_goal() == asked.used_goal() && own.most_draws() == asked.most_draws();
  if (same && (reached || chains.draws == own.most_draws())) return true;
  // A goal that was reached at the most draws of then stays reached, though a longer run would not have looked there.
  if (reached && asked.used_goal() && *asked.used_goal() <= *own.used_goal()) return true;
  return known_end(asked, chains.parameters, chains.draws).has_value();
}

/// The states of a run file's chains, as they were, a few in memory at a time.
class States {
 public:
  States(const GuardedRunFile& file, std::string name, const Chains& chains)
      : file_(file),
        name_(std::move(name)),
        space_(Model(file.info().model, file.info().data.feature_names).space()),
        chains_(chains),
        continuation_(file.read_continuation()) {
    if (!file.has_states() || !file.has_alphas() || file.has_latents() != file.info().keeps_latents()) {
      throw InputError(name_ + " cannot be extended: the states of its draws are missing");
    }
  }

  std::span<const double> evaluations(std::size_t chain) const {
    return std::span(continuation_.evaluations).subspan(chain * file_.evaluations(), file_.evaluations());
  }

  /// `count` states of a chain from `first` on.
  std::vector<ChainState> read(std::size_t chain, std::size_t first, std::size_t count) const {
    const std::vector<double> states = file_.read_states(chain, first, count);
    const std::vector<double> alphas = file_.read_alphas(chain, first, count);
    std::vector<double> latents;
    if (file_.has_latents()) latents = file_.read_latents(chain, first, count);
    std::vector<ChainState> all;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t index = chain * chains_.draws + first + i;
      const auto log_theta = std::span(continuation_.log_thetas).subspan(index * space_.size(), space_.size());
      ChainState state{.log_theta = {log_theta.begin(), log_theta.end()},
                       .log_prior = chains_.log_prior[index],
                       .log_estimate = chains_.log_evidence_estimate[index],
                       .numbers_from = static_cast<std::uint64_t>(chains_.numbers_from[index]),
                       .state = row(states, i),
                       .latent = row(latents, i),
                       .alpha = row(alphas, i)};
      all.push_back(unpack(pack(state), space_, name_));  // refuses what no chain can go on from
      require_same_parameters(all.back(), index);
    }
    return all;
  }

 private:
  Vector row(const std::vector<double>& values, std::size_t index) const {
    if (values.empty()) return {};
    const std::size_t rows = file_.info().data.rows;
    return Eigen::Map<const Vector>(values.data() + index * rows, static_cast<Index>(rows));
  }

  void require_same_parameters(const ChainState& state, std::size_t index) const {
    constexpr double kRounding = 1e-9;  // another machine may take the exponential otherwise in the last digits
    const std::vector<double> theta = space_.natural(state.log_theta);
    for (std::size_t p = 0; p < theta.size(); ++p) {
      const double held = chains_.parameters[p][index];
      if (!(std::abs(theta[p] - held) <= kRounding * std::abs(held))) {
        throw InputError(name_ + " is damaged: the log theta of a draw does not go with its parameters");
      }
    }
  }

  const GuardedRunFile& file_;
  std::string name_;
  ParameterSpace space_;
  const Chains& chains_;
  Continuation continuation_;
};

bool same_state(const ChainState& a, const ChainState& b) {
  return a.log_theta == b.log_theta && a.log_estimate == b.log_estimate && a.numbers_from == b.numbers_from &&
         a.state == b.state && a.latent == b.latent;
}

/// False when it was stopped.
bool copy_draws(const States& states, const Chains& chains, std::size_t chain, FitJournal& journal,
                const RunContext& context) {
  std::optional<ChainState> last;
  for (std::size_t first = 0; first < chains.draws; first += kDrawsAtOnce) {
    if (context.stopped()) return false;
    std::size_t draw = first;
    for (ChainState& state : states.read(chain, first, std::min(kDrawsAtOnce, chains.draws - first))) {
      const bool moved = !last || !same_state(*last, state);
      const std::size_t place = chain * chains.draws + draw;
      const double broken = chains.broken.empty() ? 0 : chains.broken[place];
      journal.keep_draw(
          chain, draw, state,
          {.moved = moved, .accepted = chains.accepted[place], .broken = static_cast<std::size_t>(broken)});
      last = std::move(state);
      ++draw;
    }
  }
  return true;
}

/// What a run file holds, as a journal at that path from which the run goes on. False when it was stopped.
bool copy_to_journal(const GuardedRunFile& file, const std::string& name, const std::string& path, const Chains& chains,
                     const RunInfo& info, const RunContext& context) {
  const States states(file, name, chains);
  TemporaryFile copy(path);
  const std::unique_ptr<FitJournal> journal = FitJournal::begin(copy.path(), info);
  for (std::size_t chain = 0; chain < info.fit.chains; ++chain) {
    const std::span<const double> numbers = states.evaluations(chain);
    const std::size_t each = numbers_of_evaluation(info.fit, info.parameter_names.size());
    for (std::size_t i = 0; i < numbers.size() / each; ++i) {
      journal->keep_evaluation(chain, i, numbers.subspan(i * each, each));
    }
    if (!copy_draws(states, chains, chain, *journal, context)) return false;
  }
  journal->keep_seconds(file.outcome().seconds);
  journal->sync();
  copy.take_free_place();
  return true;
}

/// The journal of a run file that is to go on. None when it was stopped.
std::unique_ptr<FitJournal> begin_extension(const GuardedRunFile& file, const std::string& run_file,
                                            const std::string& path, const Chains& chains, const RunInfo& info,
                                            const RunContext& context) {
  const std::string name = "'" + run_file + "'";
  if (file.evaluations() == 0) {
    throw UsageError(name +
                     " cannot be extended: it does not hold what its chains go on from, as run files of lehr 0.1 do "
                     "not; make it anew with --overwrite");
  }
  try {
    if (!copy_to_journal(file, name, path, chains, info, context)) return nullptr;
  } catch (const RunError&) {
    if (!std::filesystem::exists(path)) throw;
    throw RunError("'" + path + "' is being written by another run: wait until it ends, or write to another file");
  }
  return FitJournal::resume(path, info);
}

std::unique_ptr<FitJournal> extend(const std::string& run_file, const std::string& path, const RunInfo& info,
                                   const RunContext& context, FitReport& report) {
  std::error_code ignored;  // the reader says what is wrong with it
  const auto written = std::filesystem::last_write_time(run_file, ignored);
  const GuardedRunFile file(run_file);
  const std::string name = "'" + run_file + "'";
  const std::string found = difference(file.info(), info);
  if (!found.empty())
    throw UsageError(name + " was made with " + found + "; give the same to --resume it, or --overwrite it");
  const Chains chains = file.read_chains();
  const bool enough = has_all(file, chains, info.fit);
  std::unique_ptr<FitJournal> journal;
  if (!enough) journal = begin_extension(file, run_file, path, chains, info, context);
  if (journal && std::filesystem::last_write_time(run_file, ignored) == written) return journal;
  if (journal) {  // from now on nobody else would write it
    journal->remove();
    throw RunError(name + " was replaced by another run meanwhile: try again");
  }
  report.info = file.info();
  report.run = report_on(file.info(), file.outcome(), chains);
  report.was_finished = enough;
  report.interrupted = !enough;
  if (!enough) return nullptr;
  const bool same = length_text(file.info().fit) == length_text(info.fit);
  report.notes.push_back(same ? name + " is a finished run: nothing is left to do"
                              : name + " has " + std::to_string(chains.draws) + " draws of each chain, and " +
                                    length_text(info.fit) + " asks for no more: it is left as it is");
  return nullptr;
}

}  // namespace

std::unique_ptr<FitJournal> open_journal(const FitRequest& request, const RunInfo& info, const RunContext& context,
                                         FitReport& report) {
  const std::string path = request.out + std::string(kJournalSuffix);
  std::error_code ignored;  // a path that leads nowhere is refused when it is written to
  const bool has_run = std::filesystem::exists(request.out, ignored);
  const bool has_journal = std::filesystem::exists(path, ignored);
  if (request.if_exists == IfExists::refuse && (has_run || has_journal)) {
    throw UsageError("'" + (has_run ? request.out : path) +
                     "' is already there; --resume continues it, --overwrite replaces it");
  }
  if (request.if_exists == IfExists::resume) {
    if (has_journal) return resume_journal(path, info);
    if (has_run) return extend(request.out, path, info, context, report);
    report.notes.push_back("there is nothing to resume: starting anew");
  }
  return FitJournal::begin(path, info);
}

}  // namespace lehr
