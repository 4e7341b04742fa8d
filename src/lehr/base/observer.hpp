#pragma once

#include <cstddef>
#include <span>
#include <stop_token>
#include <string_view>

#include <lehr/base/errors.hpp>

namespace lehr {

/// In the order in which a chain goes through them.
enum class ChainPhase { warm_up, settling, sampling };

constexpr std::string_view phase_name(ChainPhase phase) {
  switch (phase) {
    case ChainPhase::warm_up:
      return "warm-up";
    case ChainPhase::settling:
      return "settling";
    case ChainPhase::sampling:
      return "sampling";
  }
  return "";
}

/// How far one chain of a fit is.
struct ChainProgress {
  std::size_t chain;
  ChainPhase phase;
  std::size_t done;  // warm-up evaluations, iterations that let the chain settle, or kept draws
  std::size_t total;
  bool accepted;                      // the last iteration
  std::span<const double> log_theta;  // where the chain is
};

/// What warm-up has led to: the sampler that draws.
struct ChosenSampler {
  std::string_view name;
  std::string_view fallback_reason;  // why it is not the one that was asked for; empty where it is
};

struct FitCost;        // base/fit_cost.hpp
struct TailCheckCost;  // base/tail_check_cost.hpp

/// The library is silent: what happens during a long call is told to an observer. Calls come from one thread at a time.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void progress(std::string_view /*task*/, double /*fraction_done*/) {}
  virtual void fit_cost(const FitCost& /*cost*/) {}
  virtual void sampler_chosen(const ChosenSampler& /*sampler*/) {}
  virtual void chain_progress(const ChainProgress& /*progress*/) {}
  virtual void tail_check_cost(const TailCheckCost& /*cost*/) {}
};

/// What a long call needs besides its input: how many threads it may use, whom to tell, and whether to stop.
struct RunContext {
  int threads = 1;
  Observer* observer = nullptr;
  std::stop_token stop = {};

  bool stopped() const { return stop.stop_requested(); }
  /// For what users call. Below that a stop is a value: what was asked for is not there.
  void throw_if_stopped() const {
    if (stopped()) throw Interrupted();
  }

  void progress(std::string_view task, double fraction_done) const {
    if (observer != nullptr) observer->progress(task, fraction_done);
  }
};

}  // namespace lehr
