#include <lehr/posterior/run_states.hpp>

#include <algorithm>
#include <utility>

#include <lehr/base/errors.hpp>

namespace lehr {
namespace {

PosteriorState to_state(std::size_t chain, const Draw& draw) {
  if (draw.state.empty() && draw.alpha.empty()) {
    throw InputError("the run has no latents, so it cannot predict; fit again without --no-latents");
  }
  return {draw.parameters, draw.state, 1, draw.alpha, chain};
}

bool is_same(const PosteriorState& a, const PosteriorState& b) {
  return a.parameters == b.parameters && a.state == b.state && a.alpha == b.alpha;
}

}  // namespace

std::vector<std::size_t> spread_draws(std::size_t draws, std::size_t chains, std::size_t count) {
  const std::size_t wanted = count / chains + (count % chains == 0 ? 0 : 1);
  const std::size_t each = std::clamp<std::size_t>(wanted, 1, draws);
  std::vector<std::size_t> places;
  // The middles of `each` stretches of one length.
  for (std::size_t i = 0; i < each; ++i) places.push_back((2 * i + 1) * draws / (2 * each));
  return places;
}

void visit_states(const StoredRun& run, const std::function<void(const PosteriorState&)>& take, std::size_t count) {
  if (run.draws() == 0) throw InputError("the run is still in its warm-up: not every chain has a draw to predict from");
  const std::size_t chains = run.info().fit.chains;
  const std::vector<std::size_t> places = spread_draws(run.draws(), chains, count);
  std::vector<PosteriorState> waiting(chains, PosteriorState{{}, {}, 0});  // of each chain
  run.visit_draws(places, [&](std::size_t chain, std::size_t index, const Draw& draw) {
    PosteriorState next = to_state(chain, draw);
    PosteriorState& state = waiting[chain];
    if (state.count > 0 && is_same(next, state)) {
      ++state.count;
    } else {
      if (state.count > 0) take(state);
      state = std::move(next);
    }
    if (index == places.back()) take(state);
  });
}

}  // namespace lehr
