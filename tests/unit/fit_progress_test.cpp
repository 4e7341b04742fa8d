// What a fit tells of its way, so that nobody looks at a line that stands still.

#include <gtest/gtest.h>

#include <vector>

#include <lehr/model/model.hpp>
#include <lehr/samplers/fit.hpp>
#include <lehr/samplers/sampler.hpp>

#include "support/example_data.hpp"
#include "support/memory_store.hpp"

namespace lehr {
namespace {

struct Told {
  ChainPhase phase;
  std::size_t done;
  std::size_t total;
};

class Listener final : public Observer {
 public:
  void chain_progress(const ChainProgress& progress) override {
    told.push_back({progress.phase, progress.done, progress.total});
  }
  std::vector<Told> of(ChainPhase phase) const {
    std::vector<Told> result;
    for (const Told& one : told) {
      if (one.phase == phase) result.push_back(one);
    }
    return result;
  }
  std::vector<Told> told;
};

FitSettings short_fit() {
  FitSettings settings;
  settings.sampler = "metropolis";
  settings.chains = 1;
  settings.warmup = 60;
  settings.draws = 7;
  settings.thin = 2;
  settings.evidence.seed = 3;
  return settings;
}

Listener listen(test::MemoryStore& store) {
  const Dataset data = testing_support::wavy_data(6, 1);
  Listener listener;
  run_fit(data, Model({}, data.feature_names), short_fit(), store, {.observer = &listener});
  return listener;
}

TEST(FitProgress, TellsEveryEvaluationIterationAndDrawInTheirOrder) {
  test::MemoryStore store(1);
  const Listener listener = listen(store);
  for (std::size_t i = 1; i < listener.told.size(); ++i) EXPECT_LE(listener.told[i - 1].phase, listener.told[i].phase);

  EXPECT_EQ(listener.of(ChainPhase::warm_up).size(), 60U);
  const std::vector<Told> settling = listener.of(ChainPhase::settling);
  ASSERT_EQ(settling.size(), samplers::named("metropolis").settling_iterations());
  const std::vector<Told> sampling = listener.of(ChainPhase::sampling);
  ASSERT_EQ(sampling.size(), 8U);  // before the first draw, and after each
  for (std::size_t i = 0; i < settling.size(); ++i) EXPECT_EQ(settling[i].done, i + 1);
  for (std::size_t i = 0; i < sampling.size(); ++i) EXPECT_EQ(sampling[i].done, i);
  for (const Told& one : settling) EXPECT_EQ(one.total, settling.size());
  for (const Told& one : sampling) EXPECT_EQ(one.total, 7U);
}

TEST(FitProgress, OfAResumedFitGoesOnFromItsLastDraw) {
  test::MemoryStore store(1);
  listen(store);
  store.states[0].resize(5);
  const Listener listener = listen(store);
  EXPECT_TRUE(listener.of(ChainPhase::settling).empty());
  const std::vector<Told> sampling = listener.of(ChainPhase::sampling);
  ASSERT_EQ(sampling.size(), 3U);
  EXPECT_EQ(sampling.front().done, 5U);
  EXPECT_EQ(sampling.back().done, 7U);
}

}  // namespace
}  // namespace lehr
