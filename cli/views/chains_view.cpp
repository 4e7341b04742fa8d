#include <cli/views/chains_view.hpp>

#include <algorithm>
#include <utility>

#include <cli/output/text_table.hpp>
#include <cli/views/cost_text.hpp>
#include <lehr/api/fit.hpp>

namespace lehr::cli {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kWindow = 5000;  // draws that the effective size is computed from; it grows to twice this
constexpr auto kBetweenRefreshes = 1s;
constexpr int kCostShare = 20;  // at most one part in so many of the time goes into effective sizes

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The smallest effective size over the parameters of chains with so many draws each: of parameter p the values
/// [chain * draws + draw].
std::optional<double> smallest_effective_size(const std::vector<std::vector<double>>& values, std::size_t draws,
                                              bool with_tails) {
  if (draws == 0 || values.empty()) return std::nullopt;
  Chains chains;
  chains.draws = draws;
  chains.parameters = values;
  chains.log_prior.resize(values.front().size());
  chains.accepted.resize(values.front().size());
  chains.numbers_from.resize(values.front().size());
  std::optional<double> smallest;
  for (const ParameterSummary& parameter : summarize(chains, std::vector<std::string>(values.size())).parameters) {
    if (!parameter.ess_bulk || !parameter.ess_tail) return std::nullopt;
    const double size = with_tails ? std::min(*parameter.ess_bulk, *parameter.ess_tail) : *parameter.ess_bulk;
    smallest = std::min(smallest.value_or(size), size);
  }
  return smallest;
}

/// What is counted in a phase.
std::string phase_unit(ChainPhase phase) {
  switch (phase) {
    case ChainPhase::warm_up:
      return "evaluations";
    case ChainPhase::settling:
      return "iterations";
    case ChainPhase::sampling:
      return "draws";
  }
  return "";
}

std::string padded(const std::string& text, std::size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

std::string of_total(std::size_t done, std::size_t total) {
  const std::string all = std::to_string(total);
  return padded(std::to_string(done), all.size()) + " of " + all;
}

}  // namespace

void ChainsView::Chain::begin_phase(const ChainProgress& progress) {
  begun = true;
  phase = progress.phase;
  first = progress.done;
  seen = 0;
  moves = 0;
  recent.assign(progress.log_theta.size(), {});
  last.assign(progress.log_theta.begin(), progress.log_theta.end());
}

void ChainsView::Chain::add_draw(std::span<const double> log_theta) {
  ++seen;
  if (!std::equal(log_theta.begin(), log_theta.end(), last.begin(), last.end())) ++moves;
  last.assign(log_theta.begin(), log_theta.end());
  for (std::size_t p = 0; p < recent.size(); ++p) {
    if (recent[p].size() == 2 * kWindow) recent[p].erase(recent[p].begin(), recent[p].begin() + kWindow);
    recent[p].push_back(log_theta[p]);
  }
}

std::string ChainsView::Chain::describe(std::size_t number, bool has_goal) const {
  std::string text = "chain " + std::to_string(number) + "  ";
  if (!begun) return text + "waiting";
  std::string name(phase_name(phase));
  name.resize(std::size("settling  ") - 1, ' ');
  const bool open = has_goal && phase == ChainPhase::sampling;  // its end is not known
  text += name + (open ? padded(std::to_string(done), std::to_string(total).size()) + " draws" : of_total(done, total));
  if (seen > 0) {
    text += "  accepted " +
            padded(percent_text(static_cast<double>(moves) / static_cast<double>(seen)), std::size("100 %") - 1);
    text += "  ESS " + padded(effective ? fixed(*effective, 0) : "-", std::to_string(total).size());
  }
  return !open && done == total && phase == ChainPhase::sampling ? text + "  done" : text;
}

void ChainsView::fit_cost(const FitCost& cost) {
  const std::scoped_lock lock(mutex_);
  time_left_.emplace(cost, seconds_now());
  notes_.push_back(cost_text(cost));
}

void ChainsView::sampler_chosen(const ChosenSampler& sampler) {
  if (sampler.fallback_reason.empty()) return;
  const std::scoped_lock lock(mutex_);
  notes_.push_back("the " + std::string(sampler.name) +
                   " sampler is used instead: " + std::string(sampler.fallback_reason));
}

std::vector<std::string> ChainsView::take_notes() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(notes_, {});
}

void ChainsView::chain_progress(const ChainProgress& progress) {
  const std::scoped_lock lock(mutex_);
  if (progress.chain >= chains_.size()) return;
  ending_.clear();
  if (time_left_) time_left_->take(seconds_now(), progress);
  Chain& chain = chains_[progress.chain];
  if (!chain.begun || chain.phase != progress.phase) chain.begin_phase(progress);
  const bool is_new = progress.done > chain.done && progress.phase == ChainPhase::sampling;
  // A warm-up evaluation is told when it begins, and the last one is not told when it ends.
  chain.done = progress.phase == ChainPhase::warm_up ? std::min(progress.done + 1, progress.total) : progress.done;
  chain.total = progress.total;
  if (is_new && progress.done > chain.first) chain.add_draw(progress.log_theta);
}

void ChainsView::progress(std::string_view task, double fraction_done) {
  const std::scoped_lock lock(mutex_);
  if (!together().begun) return;
  ending_ = task;
  ending_done_ = fraction_done;
}

void ChainsView::refresh_effective_sizes() {
  const Clock::time_point begin = Clock::now();
  if (begin < next_refresh_) return;
  for (std::size_t c = 0; c < chains_.size(); ++c) {
    std::vector<std::vector<double>> draws;
    std::size_t seen = 0;
    {
      const std::scoped_lock lock(mutex_);
      if (chains_[c].seen == 0) continue;
      draws = chains_[c].recent;
      seen = chains_[c].seen;
    }
    std::optional<double> effective = smallest_effective_size(draws, draws.front().size(), false);
    if (effective) *effective *= static_cast<double>(seen) / static_cast<double>(draws.front().size());
    const std::scoped_lock lock(mutex_);
    chains_[c].effective = effective;
  }
  refresh_effective_size_of_all();
  const Clock::time_point end = Clock::now();
  next_refresh_ = end + std::max<Clock::duration>(kBetweenRefreshes, kCostShare * (end - begin));
}

/// By the rule that a goal goes by: of all chains together, tails among it.
void ChainsView::refresh_effective_size_of_all() {
  std::vector<std::vector<double>> values;
  std::size_t common = 0;
  std::size_t seen = 0;
  {
    const std::scoped_lock lock(mutex_);
    common = chains_.front().recent.empty() ? 0 : chains_.front().recent.front().size();
    for (const Chain& chain : chains_) {
      common = std::min(common, chain.recent.empty() ? 0 : chain.recent.front().size());
      seen += chain.seen;
    }
    if (common == 0) return;
    values.resize(chains_.front().recent.size());
    for (std::size_t p = 0; p < values.size(); ++p) {
      for (const Chain& chain : chains_) {
        values[p].insert(values[p].end(), chain.recent[p].end() - static_cast<std::ptrdiff_t>(common),
                         chain.recent[p].end());
      }
    }
  }
  std::optional<double> effective = smallest_effective_size(values, common, true);
  if (!effective) return;
  *effective *= static_cast<double>(seen) / static_cast<double>(values.front().size());
  const std::scoped_lock lock(mutex_);
  effective_ = effective;
  if (time_left_) time_left_->take_effective(static_cast<double>(seen), *effective);
}

std::vector<std::string> ChainsView::lines(std::chrono::duration<double>) {
  refresh_effective_sizes();
  const std::scoped_lock lock(mutex_);
  std::vector<std::string> lines;
  for (std::size_t c = 0; c < chains_.size(); ++c) lines.push_back(chains_[c].describe(c + 1, goal_.has_value()));
  const std::string left = left_text();
  const std::string goal = !ending_.empty() ? ending_text() : goal_ ? goal_text(together()) : "";
  lines.push_back(goal + (goal.empty() || left.empty() ? "" : "  ") + left);
  return lines;
}

ChainsView::Chain ChainsView::together() const {
  Chain all;
  for (const Chain& chain : chains_) all.phase = std::max(all.phase, chain.phase);
  for (const Chain& chain : chains_) {
    if (!chain.begun || chain.phase != all.phase) continue;
    all.total = std::max(all.total, chain.total);
    all.done += chain.done;
    all.first += chain.first;
    all.seen += chain.seen;
    all.moves += chain.moves;
    all.begun = true;
  }
  all.total *= chains_.size();
  all.effective = effective_;
  return all;
}

std::string ChainsView::left_text() {
  const std::optional<double> left = time_left_ ? time_left_->told(seconds_now()) : std::nullopt;
  return left ? "about " + duration_text(std::chrono::duration<double>(*left)) + " left" : "";
}

std::string ChainsView::ending_text() const {
  return ending_.empty() ? "" : ending_ + ": " + percent_text(ending_done_);
}

std::string ChainsView::goal_text(const Chain& all) const {
  const bool sampling = all.begun && all.phase == ChainPhase::sampling && all.effective && all.seen > 0;
  if (!sampling) return "goal: " + std::to_string(*goal_) + " effective draws";
  // What was drawn before this process counts towards the goal.
  const double known = *all.effective * static_cast<double>(all.done) / static_cast<double>(all.seen);
  return "effective draws " + fixed(known, 0) + " of " + std::to_string(*goal_);
}

std::string ChainsView::plain_line(std::chrono::duration<double> elapsed) {
  refresh_effective_sizes();
  const std::scoped_lock lock(mutex_);
  const Chain all = together();
  const std::string left = left_text();
  const std::string times = (left.empty() ? "" : ", ") + left + ", " + seconds_text(elapsed);
  if (!ending_.empty()) return ending_text() + times;
  if (!all.begun) return "finding out what the run will take, " + seconds_text(elapsed);
  const bool open = goal_ && all.phase == ChainPhase::sampling;  // its end is not known
  std::string text = std::string(phase_name(all.phase)) + ": " + std::to_string(all.done) +
                     (open ? "" : " of " + std::to_string(all.total)) + " " + phase_unit(all.phase);
  if (all.seen > 0)
    text += ", accepted " + percent_text(static_cast<double>(all.moves) / static_cast<double>(all.seen));
  if (open) {
    text += ", " + goal_text(all);
  } else if (all.effective) {
    text += ", ESS " + fixed(*all.effective, 0);
  }
  return text + times;
}

}  // namespace lehr::cli
