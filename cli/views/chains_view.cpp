#include <cli/views/chains_view.hpp>

#include <algorithm>

#include <cli/output/text_table.hpp>
#include <lehr/api/fit.hpp>

namespace lehr::cli {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kWindow = 5000;  // draws that the effective size is computed from; it grows to twice this
constexpr auto kBetweenRefreshes = 1s;
constexpr int kCostShare = 20;  // at most one part in so many of the time goes into effective sizes

/// The smallest effective size over the parameters of one chain.
std::optional<double> smallest_effective_size(const std::vector<std::vector<double>>& draws) {
  Chains chain;
  chain.draws = draws.empty() ? 0 : draws.front().size();
  if (chain.draws == 0) return std::nullopt;
  chain.parameters = draws;
  chain.log_prior.resize(chain.draws);
  chain.accepted.resize(chain.draws);
  chain.numbers_from.resize(chain.draws);
  std::optional<double> smallest;
  for (const ParameterSummary& parameter : summarize(chain, std::vector<std::string>(draws.size())).parameters) {
    if (!parameter.ess_bulk) return std::nullopt;
    smallest = std::min(smallest.value_or(*parameter.ess_bulk), *parameter.ess_bulk);
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
  begin = Clock::now();
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

ChainsView::Seconds ChainsView::Chain::left() const {
  if (done <= first) return Seconds(-1);
  const double share = static_cast<double>(total - done) / static_cast<double>(done - first);
  return share * Seconds(Clock::now() - begin);
}

std::string ChainsView::Chain::describe(std::size_t number) const {
  std::string text = "chain " + std::to_string(number) + "  ";
  if (!begun) return text + "waiting";
  std::string name(phase_name(phase));
  name.resize(std::size("settling  ") - 1, ' ');
  text += name + of_total(done, total);
  if (seen > 0) {
    text += "  accepted " +
            padded(percent_text(static_cast<double>(moves) / static_cast<double>(seen)), std::size("100 %") - 1);
    text += "  ESS " + padded(effective ? fixed(*effective, 0) : "-", std::to_string(total).size());
  }
  if (done == total) return phase == ChainPhase::sampling ? text + "  done" : text;
  const Seconds rest = left();
  return rest.count() < 0 ? text : text + "  " + duration_text(rest) + " left";
}

void ChainsView::chain_progress(const ChainProgress& progress) {
  const std::scoped_lock lock(mutex_);
  if (progress.chain >= chains_.size()) return;
  Chain& chain = chains_[progress.chain];
  if (!chain.begun || chain.phase != progress.phase) chain.begin_phase(progress);
  const bool is_new = progress.done > chain.done && progress.phase == ChainPhase::sampling;
  // A warm-up evaluation is told when it begins, and the last one is not told when it ends.
  chain.done = progress.phase == ChainPhase::warm_up ? std::min(progress.done + 1, progress.total) : progress.done;
  chain.total = progress.total;
  if (is_new && progress.done > chain.first) chain.add_draw(progress.log_theta);
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
    std::optional<double> effective = smallest_effective_size(draws);
    if (effective) *effective *= static_cast<double>(seen) / static_cast<double>(draws.front().size());
    const std::scoped_lock lock(mutex_);
    chains_[c].effective = effective;
  }
  const Clock::time_point end = Clock::now();
  next_refresh_ = end + std::max<Clock::duration>(kBetweenRefreshes, kCostShare * (end - begin));
}

std::vector<std::string> ChainsView::lines(std::chrono::duration<double>) {
  refresh_effective_sizes();
  const std::scoped_lock lock(mutex_);
  std::vector<std::string> lines;
  for (std::size_t c = 0; c < chains_.size(); ++c) lines.push_back(chains_[c].describe(c + 1));
  return lines;
}

std::string ChainsView::plain_line(std::chrono::duration<double> elapsed) {
  refresh_effective_sizes();
  const std::scoped_lock lock(mutex_);
  Chain all;  // of the phase that the run is in
  for (const Chain& chain : chains_) all.phase = std::max(all.phase, chain.phase);
  double effective = 0;
  for (const Chain& chain : chains_) {
    if (!chain.begun || chain.phase != all.phase) continue;
    all.total = std::max(all.total, chain.total);
    all.done += chain.done;
    all.first += chain.first;
    all.seen += chain.seen;
    all.moves += chain.moves;
    all.begin = all.begun ? std::min(all.begin, chain.begin) : chain.begin;
    all.begun = true;
    effective += chain.effective.value_or(0);
  }
  all.total *= chains_.size();
  std::string text = std::string(phase_name(all.phase)) + ": " + std::to_string(all.done) + " of " +
                     std::to_string(all.total) + " " + phase_unit(all.phase);
  if (all.seen > 0)
    text += ", accepted " + percent_text(static_cast<double>(all.moves) / static_cast<double>(all.seen));
  if (effective > 0) text += ", ESS " + fixed(effective, 0);
  const Seconds rest = all.left();
  if (rest.count() >= 0) {
    text += ", " + duration_text(rest) + " left";
    if (all.phase != ChainPhase::sampling) text += " of " + std::string(phase_name(all.phase));
  }
  return text + ", " + seconds_text(elapsed);
}

}  // namespace lehr::cli
