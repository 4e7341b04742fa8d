#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <lehr/api/run.hpp>
#include <lehr/model/model.hpp>
#include <lehr/samplers/fit.hpp>

namespace lehr {

/// Keeps the draws of a fit in memory. Each chain writes to places of its own, so its threads need no lock.
class RunRecorder final : public FitStore {
 public:
  /// For a run whose info is complete; room for all its draws is taken at once.
  explicit RunRecorder(const RunInfo& info);

  std::optional<double> known_evaluation(std::size_t, std::size_t) const override { return std::nullopt; }
  void keep_evaluation(std::size_t, std::size_t, double) override {}
  std::optional<Kept> known_draws(std::size_t) const override { return std::nullopt; }
  void keep_draw(std::size_t chain, std::size_t draw, const ChainState& state, bool moved, bool accepted) override;

  /// The draws that every chain has.
  std::size_t draws() const;

  /// Hands those draws to the run, in whose info the recorder believes.
  void move_to(Run& run);

 private:
  /// Drops the draws that not every chain has from values with `width` numbers per draw.
  void shorten(std::vector<double>& values, std::size_t width) const;

  std::size_t chains_;
  std::size_t room_;  // draws of each chain
  std::size_t rows_;
  ParameterSpace space_;
  std::vector<std::size_t> counts_;              // draws there are, by chain
  std::vector<std::vector<double>> parameters_;  // of parameter p: [chain * room + draw]
  std::vector<double> log_evidence_;
  std::vector<double> log_prior_;
  std::vector<double> accepted_;  // 0 or 1; std::vector<bool> would share bytes between chains
  std::vector<double> numbers_from_;
  std::vector<double> states_;
  std::vector<double> latents_;
};

}  // namespace lehr
