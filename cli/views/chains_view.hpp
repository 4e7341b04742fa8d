#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <cli/views/progress_view.hpp>
#include <lehr/api/time_left.hpp>

namespace lehr::cli {

/// The chains of a fit: how far each is, how often it moves, how much it has learned, how long it still takes.
class ChainsView final : public ProgressView {
 public:
  /// With a goal, how many draws it takes is not known: effective draws are shown on their way to it.
  explicit ChainsView(std::size_t chains, std::optional<std::uint64_t> goal = {}) : chains_(chains), goal_(goal) {}

  void fit_cost(const FitCost& cost) override;
  void sampler_chosen(const ChosenSampler& sampler) override;
  void chain_progress(const ChainProgress& progress) override;
  /// What is made of the draws when there are enough of them.
  void progress(std::string_view task, double fraction_done) override;
  std::vector<std::string> lines(std::chrono::duration<double> elapsed) override;
  std::string plain_line(std::chrono::duration<double> elapsed) override;
  std::vector<std::string> take_notes() override;

 private:
  using Clock = std::chrono::steady_clock;

  /// What is known of one chain.
  struct Chain {
    bool begun = false;
    ChainPhase phase = ChainPhase::warm_up;
    std::size_t first = 0;  // of this phase when it was first seen: more than 0 in a resumed run
    std::size_t done = 0;
    std::size_t total = 0;
    std::size_t seen = 0;                     // draws
    std::size_t moves = 0;                    // draws that differ from the one before
    std::vector<double> last;                 // the last draw, log theta
    std::vector<std::vector<double>> recent;  // the last draws, parameter by parameter
    std::optional<double> effective;          // draws, the smallest over the parameters

    void begin_phase(const ChainProgress& progress);
    void add_draw(std::span<const double> log_theta);
    std::string describe(std::size_t number, bool has_goal) const;
  };

  /// All chains as one that is in the phase the run is in.
  Chain together() const;
  /// "about 3 min 20 s left", of the whole run; empty where that is not known.
  std::string left_text();
  /// "leave-one-out: 40 %"; empty as long as there are chains that go on.
  std::string ending_text() const;
  /// "effective draws 120 of 400".
  std::string goal_text(const Chain& all) const;

  /// Computes the effective sizes, outside the lock and seldom enough to cost little.
  void refresh_effective_sizes();
  void refresh_effective_size_of_all();

  std::mutex mutex_;  // guards all but the last member
  std::vector<Chain> chains_;
  std::optional<double> effective_;  // draws of all chains together, the smallest over the parameters
  std::optional<TimeLeft> time_left_;
  std::string ending_;  // the task after the last draw
  double ending_done_ = 0;
  std::vector<std::string> notes_;
  std::optional<std::uint64_t> goal_;  // effective draws, of all chains
  Clock::time_point next_refresh_{};   // used by the thread that shows
};

}  // namespace lehr::cli
