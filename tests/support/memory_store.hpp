#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <lehr/samplers/fit.hpp>

namespace lehr::test {

/// f, of a state that has it.
inline const Vector& latent_of(const ChainState& state) { return state.latent.size() > 0 ? state.latent : state.state; }

/// Keeps everything a fit finds, and can be cut back to an earlier moment as if the process had been killed then.
class MemoryStore final : public FitStore {
 public:
  explicit MemoryStore(std::size_t chains) : evaluations(chains), states(chains), accepted(chains), broken(chains) {}

  std::optional<std::vector<double>> known_evaluation(std::size_t chain, std::size_t index) const override {
    if (index < evaluations[chain].size()) return evaluations[chain][index];
    return std::nullopt;
  }
  void keep_evaluation(std::size_t chain, std::size_t index, std::span<const double> found) override {
    if (index == evaluations[chain].size()) evaluations[chain].emplace_back(found.begin(), found.end());
  }
  std::optional<Kept> known_draws(std::size_t chain) const override {
    if (states[chain].empty()) return std::nullopt;
    Kept kept{.draws = states[chain].size(), .last = states[chain].back()};
    for (const ChainState& state : states[chain]) kept.log_thetas.push_back(state.log_theta);
    return kept;
  }
  void keep_draw(std::size_t chain, std::size_t /*draw*/, const ChainState& state, const Way& way) override {
    states[chain].push_back(state);
    accepted[chain].push_back(way.accepted);
    broken[chain].push_back(way.broken);
  }

  /// One number of every state, chain after chain.
  template <class Number>
  std::vector<double> each(const Number& number) const {
    std::vector<double> values;
    for (const auto& chain : states) {
      for (const ChainState& state : chain) values.push_back(number(state));
    }
    return values;
  }

  std::vector<std::vector<std::vector<double>>> evaluations;
  std::vector<std::vector<ChainState>> states;
  std::vector<std::vector<bool>> accepted;
  std::vector<std::vector<std::size_t>> broken;
};

}  // namespace lehr::test
