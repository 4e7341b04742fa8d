#include <lehr/api/open_run.hpp>

#include <algorithm>
#include <functional>
#include <map>

#include <gtest/gtest.h>

#include <lehr/journal/fit_journal.hpp>
#include <lehr/posterior/run_states.hpp>
#include <unit/example_run.hpp>
#include <unit/input_error.hpp>
#include <unit/scratch_folder.hpp>

namespace lehr {
namespace {

ChainState state_of(const Draw& draw) {
  ChainState state;
  for (const double value : draw.parameters) state.log_theta.push_back(std::log(value));
  state.log_prior = draw.log_prior;
  state.log_estimate = draw.log_evidence_estimate;
  state.numbers_from = static_cast<std::uint64_t>(draw.numbers_from);
  state.state = Eigen::Map<const Vector>(draw.state.data(), static_cast<Index>(draw.state.size()));
  state.latent = Eigen::Map<const Vector>(draw.latent.data(), static_cast<Index>(draw.latent.size()));
  state.alpha = Eigen::Map<const Vector>(draw.alpha.data(), static_cast<Index>(draw.alpha.size()));
  return state;
}

/// Chain 0 has three draws, at the second of which it stayed; chain 1 has two.
void write_journal(const std::string& path) {
  const RunInfo info = example_run(true);
  const auto journal = FitJournal::begin(path, info);
  const std::vector<double> evaluation(numbers_of_evaluation(info.fit, info.parameter_names.size()), -1);
  journal->keep_evaluation(0, 0, evaluation);
  journal->keep_evaluation(0, 1, evaluation);
  journal->keep_evaluation(1, 0, evaluation);
  journal->keep_draw(0, 0, state_of(example_draw(info, 0, 0)), {.moved = true, .accepted = true});
  journal->keep_draw(1, 0, state_of(example_draw(info, 1, 0)), {.moved = true, .accepted = true});
  journal->keep_draw(0, 1, state_of(example_draw(info, 0, 0)), {.broken = 2});
  journal->keep_draw(1, 1, state_of(example_draw(info, 1, 1)), {.moved = true, .accepted = true});
  journal->keep_draw(0, 2, state_of(example_draw(info, 0, 2)), {.moved = true, .accepted = true});
}

TEST(StoredRun, AJournalTellsHowFarItsRunIs) {
  const ScratchFolder folder;
  write_journal(folder / "r.nc.partial");
  const auto run = open_run(folder / "r.nc.partial");
  ASSERT_TRUE(run->progress());
  EXPECT_EQ(run->progress()->evaluations, (std::vector<std::size_t>{2, 1}));
  EXPECT_EQ(run->progress()->draws, (std::vector<std::size_t>{3, 2}));
  EXPECT_EQ(run->draws(), 2U);
  EXPECT_EQ(run->info().source, example_run(true).source);
  EXPECT_EQ(run->info().data.inputs, example_run(true).data.inputs);
}

TEST(StoredRun, AJournalGivesAChainTheStateThatItGoesOnFrom) {
  const ScratchFolder folder;
  const RunInfo info = example_run(true);
  ChainState state = state_of(example_draw(info, 0, 0));
  state.numbers_from = 123456789012;
  FitJournal::begin(folder / "r.nc.partial", info)->keep_draw(0, 0, state, {.moved = true, .accepted = true});
  const auto kept = FitJournal::resume(folder / "r.nc.partial", info)->known_draws(0);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->draws, 1U);
  EXPECT_EQ(kept->last.log_theta, state.log_theta);
  EXPECT_EQ(kept->last.log_prior, state.log_prior);
  EXPECT_EQ(kept->last.log_estimate, state.log_estimate);
  EXPECT_EQ(kept->last.numbers_from, state.numbers_from);
  EXPECT_EQ(kept->last.state, state.state);
  EXPECT_EQ(kept->last.latent, state.latent);
  EXPECT_EQ(kept->last.alpha, state.alpha);
}

TEST(StoredRun, AJournalMayBeAskedForAnotherLength) {
  const ScratchFolder folder;
  write_journal(folder / "r.nc.partial");
  RunInfo info = example_run(true);
  info.fit.draws = 7;
  info.fit.goal = 30;
  FitJournal::resume(folder / "r.nc.partial", info)->ask_for(info.fit);
  const std::string asked = bytes_of(folder / "r.nc.partial");
  FitJournal::resume(folder / "r.nc.partial", info)->ask_for(info.fit);
  EXPECT_EQ(bytes_of(folder / "r.nc.partial"), asked) << "what is asked for already is not written again";
  const auto run = open_run(folder / "r.nc.partial");
  EXPECT_EQ(run->info().fit.draws, 7U);
  EXPECT_EQ(run->info().fit.goal, 30U);
  EXPECT_EQ(run->draws(), 2U);
}

TEST(StoredRun, AJournalOfOtherOptionsNamesThem) {
  const ScratchFolder folder;
  write_journal(folder / "r.nc.partial");
  RunInfo info = example_run(true);
  info.fit.thin = 4;
  try {
    FitJournal::resume(folder / "r.nc.partial", info);
    ADD_FAILURE() << "no UsageError";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("other options (--thin 3, now --thin 4)"), std::string::npos);
  }
}

TEST(StoredRun, AJournalGivesTheDrawsThatEveryChainHas) {
  const ScratchFolder folder;
  write_journal(folder / "r.nc.partial");
  const Chains chains = open_run(folder / "r.nc.partial")->read_chains();
  const RunInfo info = example_run(true);
  EXPECT_EQ(chains.draws, 2U);
  EXPECT_EQ(chains.chains(), 2U);
  const std::vector<Draw> expected = {example_draw(info, 0, 0), example_draw(info, 0, 0), example_draw(info, 1, 0),
                                      example_draw(info, 1, 1)};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(chains.log_prior[i], expected[i].log_prior);
    EXPECT_EQ(chains.numbers_from[i], expected[i].numbers_from);
    for (std::size_t p = 0; p < 3; ++p) EXPECT_NEAR(chains.parameters[p][i], expected[i].parameters[p], 1e-12);
  }
  EXPECT_EQ(chains.accepted, (std::vector<bool>{true, false, true, true}));
  EXPECT_EQ(chains.broken, (std::vector<double>{0, 2, 0, 0}));
}

TEST(StoredRun, AStateAtWhichAChainStayedCountsTwice) {
  const ScratchFolder folder;
  write_journal(folder / "r.nc.partial");
  std::map<double, std::size_t> counts;  // by the first parameter
  visit_states(*open_run(folder / "r.nc.partial"),
               [&](const PosteriorState& state) { counts[std::round(state.parameters[0])] += state.count; });
  EXPECT_EQ(counts, (std::map<double, std::size_t>{{1, 2}, {101, 1}, {102, 1}}));
}

TEST(StoredRun, DrawsAreSpreadAlongTheChainsAndAlikeInEach) {
  using Places = std::vector<std::size_t>;
  EXPECT_EQ(spread_draws(10, 2, 4), (Places{2, 7}));
  EXPECT_EQ(spread_draws(10, 3, 4), (Places{2, 7}));  // no chain gives more than another: six
  EXPECT_EQ(spread_draws(9, 4, 1), (Places{4}));
  EXPECT_EQ(spread_draws(5, 4, 400), (Places{0, 1, 2, 3, 4}));  // there are not more
  const Places some = spread_draws(125, 4, 400);
  EXPECT_EQ(some.size(), 100U);
  EXPECT_EQ(std::adjacent_find(some.begin(), some.end(), std::greater_equal<>()), some.end());
}

TEST(StoredRun, SomeStatesComeFromEveryChain) {
  const ScratchFolder folder;
  write_journal(folder / "r.nc.partial");
  std::map<std::size_t, double> seen;  // by chain: the first parameter
  visit_states(
      *open_run(folder / "r.nc.partial"),
      [&](const PosteriorState& state) {
        EXPECT_EQ(state.count, 1U);
        EXPECT_EQ(state.alpha.size(), example_run(true).data.rows);
        seen[state.chain] = std::round(state.parameters[0]);
      },
      2);
  EXPECT_EQ(seen, (std::map<std::size_t, double>{{0, 1}, {1, 102}}));  // the second of two draws
}

TEST(StoredRun, AJournalIsKnownByItsBytesToo) {
  const ScratchFolder folder;
  write_journal(folder / "renamed");
  EXPECT_TRUE(open_run(folder / "renamed")->progress());
}

TEST(StoredRun, AJournalWithoutAHeadHasNothingToShow) {
  const ScratchFolder folder;
  put_bytes(folder / "r.nc.partial", "");
  const std::string message = input_error([&] { open_run(folder / "r.nc.partial"); });
  EXPECT_NE(message.find("only just begun"), std::string::npos) << message;
}

TEST(StoredRun, InWarmUpThereIsNothingToPredictFrom) {
  const ScratchFolder folder;
  { FitJournal::begin(folder / "r.nc.partial", example_run(true)); }
  const auto run = open_run(folder / "r.nc.partial");
  EXPECT_EQ(run->draws(), 0U);
  const std::string message = input_error([&] { visit_states(*run, [](const PosteriorState&) {}); });
  EXPECT_NE(message.find("warm-up"), std::string::npos) << message;
}

}  // namespace
}  // namespace lehr
