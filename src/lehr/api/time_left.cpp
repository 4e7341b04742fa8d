#include <lehr/api/time_left.hpp>

#include <algorithm>
#include <cmath>

#include <lehr/samplers/fit.hpp>

namespace lehr {
namespace {

constexpr double kMostGrowth = 1.5;          // from one line to the next
constexpr double kSettled = 0.1;             // of the run, from which on that holds
constexpr double kExpectedPieces = 3;        // of each chain, that the expectation of a piece's time counts as
constexpr double kExpectedDraws = 10;        // of each chain, that the expected effective share counts as
constexpr double kMostSlower = 20;           // and least: 1 / 20
constexpr double kSpread = 0.1;              // of the effective draws at a look, relative to their number
constexpr double kLeastChanceToMiss = 0.15;  // that a look does not reach the goal: R-hat has its say too

double known_of(const std::vector<std::size_t>& known, std::size_t chain) {
  return chain < known.size() ? static_cast<double>(known[chain]) : 0.0;
}

}  // namespace

double seconds_between_lines(double elapsed) { return std::clamp(elapsed / 5, 5.0, 600.0); }

void TimeLeft::Stage::take(double now, double pieces) {
  if (!begun || pieces <= 0) {
    begun = true;
    first = std::max(0.0, pieces);
    begin = now;
  }
  done = std::max(done, pieces);
  last = now;
}

double TimeLeft::Stage::each(double slower) const {
  const double timed = begun ? done - first : 0;
  const double prior = expected > 0 ? weight : 0;
  if (prior + timed <= 0) return 0;
  return (prior * expected * slower + (timed > 0 ? last - begin : 0)) / (prior + timed);
}

TimeLeft::TimeLeft(const FitCost& cost, double now)
    : cost_(cost), chains_(std::max<std::size_t>(cost.chains, 1)), begin_(now), last_event_(now) {
  const double weight = kExpectedPieces * static_cast<double>(chains_.size());
  const double at_once = std::max(cost.at_once, 1.0);
  evaluations_.expected = cost.evaluation_seconds / at_once;
  evaluations_.weight = weight;
  iterations_.expected = cost.iteration_seconds / at_once;
  iterations_.weight = weight;
}

void TimeLeft::take(double now, const ChainProgress& progress) {
  if (progress.chain >= chains_.size()) return;
  chains_[progress.chain] = {progress.phase, progress.done};
  last_event_ = now;
  double pieces = 0;
  const bool warm_up = progress.phase == ChainPhase::warm_up;
  for (std::size_t c = 0; c < chains_.size(); ++c) pieces += warm_up ? evaluations_done(c) : iterations_done(c);
  (warm_up ? evaluations_ : iterations_).take(now, pieces);
}

void TimeLeft::take_effective(double draws, double effective) {
  effective_draws_ = draws;
  effective_ = effective;
}

double TimeLeft::evaluations_done(std::size_t chain) const {
  const double known = known_of(cost_.known_evaluations, chain);
  const Chain& own = chains_[chain];
  const double done = static_cast<double>(own.phase == ChainPhase::warm_up ? own.done : cost_.evaluations);
  return std::max(0.0, done - known);
}

double TimeLeft::iterations_done(std::size_t chain) const {
  const Chain& own = chains_[chain];
  if (own.phase == ChainPhase::warm_up) return 0;
  if (own.phase == ChainPhase::settling) return static_cast<double>(own.done);
  const double known = known_of(cost_.known_draws, chain);
  const double settled = known > 0 ? 0 : static_cast<double>(cost_.settling);
  return settled + std::max(0.0, static_cast<double>(own.done) - known) * static_cast<double>(cost_.thin);
}

double TimeLeft::effective_share() const {
  constexpr double kLeast = 1e-6;
  const double weight = kExpectedDraws * static_cast<double>(chains_.size());
  return std::max(kLeast, (effective_ + weight * cost_.effective_share) / (effective_draws_ + weight));
}

std::size_t TimeLeft::draws() const {
  if (!cost_.goal) return cost_.most_draws;
  const double needed = static_cast<double>(*cost_.goal) / (effective_share() * static_cast<double>(chains_.size()));
  std::size_t furthest = 0;
  for (std::size_t c = 0; c < chains_.size(); ++c) {
    const auto known = static_cast<std::size_t>(known_of(cost_.known_draws, c));
    furthest = std::max({furthest, known, chains_[c].phase == ChainPhase::sampling ? chains_[c].done : 0});
  }
  const double wanted = std::min(std::ceil(needed), static_cast<double>(cost_.most_draws));
  return next_look(std::max(static_cast<std::size_t>(wanted), furthest), cost_.most_draws);
}

double TimeLeft::iterations_left() const {
  const auto end = static_cast<double>(draws());
  double left = 0;
  for (std::size_t c = 0; c < chains_.size(); ++c) {
    const Chain& own = chains_[c];
    const double known = known_of(cost_.known_draws, c);
    const double draws_done = own.phase == ChainPhase::sampling ? static_cast<double>(own.done) : known;
    left += std::max(0.0, end - draws_done) * static_cast<double>(cost_.thin);
    if (own.phase == ChainPhase::sampling || known > 0) continue;
    const double settled = own.phase == ChainPhase::settling ? static_cast<double>(own.done) : 0.0;
    left += std::max(0.0, static_cast<double>(cost_.settling) - settled);
  }
  if (!cost_.goal || end >= static_cast<double>(cost_.most_draws)) return left;
  // The look may miss the goal, and then the run goes on to the next.
  const auto chains = static_cast<double>(chains_.size());
  const double margin = end * chains * effective_share() / static_cast<double>(*cost_.goal) - 1;
  const double miss = std::max(kLeastChanceToMiss, 0.5 * std::erfc(margin / kSpread / std::sqrt(2.0)));
  const auto next = static_cast<double>(next_look(draws() + 1, cost_.most_draws));
  return left + miss * (next - end) * chains * static_cast<double>(cost_.thin);
}

double TimeLeft::slower() const {
  if (!(evaluations_.expected > 0) || evaluations_.done <= evaluations_.first) return 1;
  return std::clamp(evaluations_.each(1) / evaluations_.expected, 1 / kMostSlower, kMostSlower);
}

std::optional<double> TimeLeft::at(double now) const {
  double evaluations = 0;
  bool in_warm_up = true;
  for (std::size_t c = 0; c < chains_.size(); ++c) {
    in_warm_up = in_warm_up && chains_[c].phase == ChainPhase::warm_up;
    const auto done =
        std::max(static_cast<double>(chains_[c].done), known_of(cost_.known_evaluations, c));  // known: no time
    if (chains_[c].phase == ChainPhase::warm_up) {
      evaluations += std::max(0.0, static_cast<double>(cost_.evaluations) - done);
    }
  }
  const double iterations = iterations_left();
  const double evaluation = evaluations_.each(1);
  const double iteration = iterations_.each(slower());
  std::optional<double> left;
  if ((evaluation > 0 || evaluations == 0) && (iteration > 0 || iterations == 0)) {
    const double learning = in_warm_up ? cost_.learning_seconds * slower() : 0;
    const double ending = cost_.ending_seconds * slower();
    // What may have been done since it was last told of: the pieces under way, and what is done but once.
    const double at_once = std::max(cost_.at_once, 1.0);
    double silent = 0;
    if (in_warm_up) {
      silent = std::min(evaluations, at_once) * evaluation + (evaluations <= at_once ? learning + iteration : 0);
    } else {
      silent = std::min(iterations, at_once) * iteration + (iterations <= 0 ? ending : 0);
    }
    const double all = evaluations * evaluation + learning + iterations * iteration + ending;
    left = std::max(0.0, all - std::min(std::max(0.0, now - last_event_), silent));
  }
  if (!cost_.time_limit) return left;
  const double allowed = std::max(0.0, begin_ + *cost_.time_limit - now);
  return left ? std::min(*left, allowed) : allowed;
}

std::optional<double> TimeLeft::told(double now) {
  std::optional<double> left = at(now);
  if (!left) return left;
  const double elapsed = now - begin_;
  settled_ = settled_ || (told_ && elapsed >= kSettled * (elapsed + *told_));
  if (settled_) {
    constexpr double kLeast = 1;  // a second or less may become one and a half
    const double lines = (now - told_at_) / seconds_between_lines(told_at_ - begin_);
    left = std::min(*left, std::max(*told_, kLeast) * std::pow(kMostGrowth, std::min(1.0, lines)));
  }
  told_ = left;
  told_at_ = now;
  return left;
}

}  // namespace lehr
