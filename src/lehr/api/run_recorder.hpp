#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <lehr/api/run.hpp>
#include <lehr/model/model.hpp>
#include <lehr/samplers/fit.hpp>

namespace lehr {

/// Keeps the draws of a fit in memory. Each chain has memory of its own, so that their threads need no lock.
class RunRecorder final : public FitStore {
 public:
  /// For a run whose info is complete.
  explicit RunRecorder(const RunInfo& info);

  std::optional<std::vector<double>> known_evaluation(std::size_t, std::size_t) const override { return std::nullopt; }
  void keep_evaluation(std::size_t chain, std::size_t index, std::span<const double> found) override;
  std::optional<Kept> known_draws(std::size_t) const override { return std::nullopt; }
  void keep_draw(std::size_t chain, std::size_t draw, const ChainState& state, const Way& way) override;

  /// The draws that every chain has.
  std::size_t draws() const;

  /// Hands those draws to the run, in whose info the recorder believes.
  void move_to(Run& run);

 private:
  /// The draws of one chain. How many there will be is not known: a run may reach its goal.
  struct Recorded {
    std::vector<std::vector<double>> parameters;  // of parameter p: [draw]
    std::vector<double> log_evidence;
    std::vector<double> log_prior;
    std::vector<double> accepted;  // 0 or 1
    std::vector<double> numbers_from;
    std::vector<double> broken;
    std::vector<double> states;       // [draw * rows + row]
    std::vector<double> latents;      // the same; empty where they are not kept
    std::vector<double> alphas;       // as states
    std::vector<double> log_thetas;   // [draw * parameters + parameter]
    std::vector<double> evaluations;  // of warm-up: all numbers
  };

  /// The first `each` numbers of every chain, one chain after the other; a chain's own memory is given back as it goes.
  template <class Member>
  std::vector<double> take(std::size_t each, const Member& member);

  std::size_t rows_;
  std::size_t parameters_;
  bool keeps_latents_;
  ParameterSpace space_;
  std::vector<Recorded> chains_;
};

}  // namespace lehr
