#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <cli/views/progress_view.hpp>

namespace lehr::cli {

/// The chains of a fit: how far each is, how often it moves, how much it has learned, how long it still takes.
class ChainsView final : public ProgressView {
 public:
  explicit ChainsView(std::size_t chains) : chains_(chains) {}

  void chain_progress(const ChainProgress& progress) override;
  std::vector<std::string> lines(std::chrono::duration<double> elapsed) override;
  std::string plain_line(std::chrono::duration<double> elapsed) override;

 private:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;

  /// What is known of one chain.
  struct Chain {
    bool begun = false;
    ChainPhase phase = ChainPhase::warm_up;
    std::size_t first = 0;  // of this phase when it was first seen: more than 0 in a resumed run
    std::size_t done = 0;
    std::size_t total = 0;
    Clock::time_point begin{};                // of this phase
    std::size_t seen = 0;                     // draws
    std::size_t moves = 0;                    // draws that differ from the one before
    std::vector<double> last;                 // the last draw, log theta
    std::vector<std::vector<double>> recent;  // the last draws, parameter by parameter
    std::optional<double> effective;          // draws, the smallest over the parameters

    void begin_phase(const ChainProgress& progress);
    void add_draw(std::span<const double> log_theta);
    std::string describe(std::size_t number) const;
    Seconds left() const;
  };

  /// Computes the effective sizes, outside the lock and seldom enough to cost little.
  void refresh_effective_sizes();

  std::mutex mutex_;  // guards the chains
  std::vector<Chain> chains_;
  Clock::time_point next_refresh_{};  // used by the thread that shows
};

}  // namespace lehr::cli
