#include <lehr/posterior/run_states.hpp>

#include <algorithm>
#include <utility>

#include <lehr/base/errors.hpp>

namespace lehr {
namespace {

PosteriorState to_state(const Draw& draw) {
  if (draw.state.empty()) {
    throw InputError("the run has no latents, so it cannot predict; fit again without --no-latents");
  }
  return {draw.parameters, draw.state, 1};
}

bool is_same(const PosteriorState& a, const PosteriorState& b) {
  return a.parameters == b.parameters && a.state == b.state;
}

void require_draws(const StoredRun& run) {
  if (run.draws() == 0) throw InputError("the run is still in its warm-up: not every chain has a draw to predict from");
}

}  // namespace

void visit_states(const StoredRun& run, const std::function<void(const PosteriorState&)>& take) {
  require_draws(run);
  std::vector<PosteriorState> waiting(run.info().fit.chains, PosteriorState{{}, {}, 0});  // of each chain
  run.visit_draws([&](std::size_t chain, std::size_t index, const Draw& draw) {
    PosteriorState next = to_state(draw);
    PosteriorState& state = waiting[chain];
    if (state.count > 0 && is_same(next, state)) {
      ++state.count;
    } else {
      if (state.count > 0) take(state);
      state = std::move(next);
    }
    if (index + 1 == run.draws()) take(state);
  });
}

std::vector<PosteriorState> spread_states(const StoredRun& run, std::size_t count) {
  require_draws(run);
  const std::size_t total = run.info().fit.chains * run.draws();
  const std::size_t every = std::max<std::size_t>(1, total / std::max<std::size_t>(1, count));
  std::vector<PosteriorState> states;
  run.visit_draws([&](std::size_t chain, std::size_t index, const Draw& draw) {
    if ((chain * run.draws() + index) % every == every / 2) states.push_back(to_state(draw));
  });
  return states;
}

}  // namespace lehr
