// How much is done after a stop was requested: what has begun, and nothing after it. What was left half-way is no
// result, neither a breakdown nor a rejection, and a fit goes on from there to the same bits.

#include <cstdint>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/api/compare.hpp>
#include <lehr/api/evidence.hpp>
#include <lehr/api/simulate.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/evidence/at_theta.hpp>
#include <lehr/posterior/coefficients.hpp>
#include <lehr/posterior/predict.hpp>
#include <lehr/posterior/type_two.hpp>
#include <lehr/samplers/chain.hpp>
#include <lehr/samplers/fit.hpp>
#include <lehr/samplers/target.hpp>

#include "counts/stop_at_each.hpp"
#include "counts/work.hpp"
#include "support/example_data.hpp"
#include "support/memory_store.hpp"

namespace lehr {
namespace {

constexpr std::size_t kRows = 80;

int stop_at_each(const counts::Stoppable& work, int every = 1) { return counts::stop_at_each(kRows, work, every); }

class Stop : public testing::Test {
 protected:
  EvidenceMethod method(const std::string& approximation, const std::string& estimator) const {
    EvidenceSettings settings;
    settings.approximation = approximation;
    settings.estimator = estimator;
    return choose_method(settings, model_.likelihood(), kRows);
  }

  /// An evidence at one theta, from the prior to the estimate.
  bool estimate(const EvidenceMethod& method, const std::stop_token& stop) const {
    EvidenceAtTheta at_theta;
    if (!at_theta.prepare(data_, model_, parameters_, method, {.stop = stop})) return false;
    if (method.estimator == nullptr) return at_theta.approximation_log_evidence().has_value();
    return at_theta.estimate({}, 8, Stream({1, Purpose::particle_pick}), 1).has_value();
  }

  PseudoMarginalChain chain(const EvidenceMethod& method, const std::stop_token& stop = {}) const {
    return PseudoMarginalChain({.data = data_,
                                .model = model_,
                                .method = method,
                                .samples = 8,
                                .seed = 1,
                                .chain = 0,
                                .keep_latents = true,
                                .threads = 1,
                                .stop = stop});
  }

  Dataset data_ = testing_support::wavy_data(kRows, 2);
  Model model_{{}, data_.feature_names};
  KernelParameters parameters_{5, {0.7}};
};

/// To the same point, with so much in its favour that it is accepted; or against it.
class Stay final : public Proposal {
 public:
  explicit Stay(double log_correction) : log_correction_(log_correction) {}
  Proposed propose(std::span<const double> log_theta, std::uint64_t /*iteration*/, Stream& /*stream*/) const override {
    return {{log_theta.begin(), log_theta.end()}, log_correction_};
  }

 private:
  double log_correction_;
};

TEST_F(Stop, EndsAnEvidenceAfterTheFactorisationThatHadBegun) {
  for (const std::string approximation : {"ep", "laplace", "prior"}) {
    for (const std::string estimator : {"look-ahead", "ais", "is", "approximation"}) {
      if (approximation == "prior" && estimator == "approximation") continue;
      const EvidenceMethod way = method(approximation, estimator);
      EXPECT_GE(stop_at_each([&](const std::stop_token& stop) { return estimate(way, stop); }), 2)
          << approximation << " " << estimator;
    }
  }
}

TEST_F(Stop, DuringTheLastFactorisationLeavesNoEstimate) {
  for (const std::string estimator : {"look-ahead", "ais"}) {
    const EvidenceMethod way = method("ep", estimator);
    const int all = counts::work_of(kRows, [&] { estimate(way, {}); }).large_calls();
    std::stop_source source;
    counts::work_of(kRows, {all, [&] { source.request_stop(); }},
                    [&] { EXPECT_FALSE(estimate(way, source.get_token())); });
  }
}

TEST_F(Stop, EndsTheTriesOfJitter) {
  const Dataset equal = testing_support::with_rows(data_, std::vector<std::size_t>(kRows, 3));
  const EvidenceMethod way = method("prior", "ais");
  EXPECT_GE(stop_at_each([&](const std::stop_token& stop) {
              EvidenceAtTheta at_theta;
              return at_theta.prepare(equal, model_, parameters_, way, {.stop = stop});
            }),
            3);  // K without jitter, with it, and the sites
}

TEST_F(Stop, LeavesTheStateOfAChainAndIsNoRejection) {
  const std::vector<std::pair<std::string, std::string>> ways = {
      {"ep", "look-ahead"}, {"ep", "ais"}, {"laplace", "ais"}, {"ep", "approximation"}};
  for (const auto& [approximation, estimator] : ways) {
    const EvidenceMethod way = method(approximation, estimator);
    const std::optional<ChainState> first = chain(way).start({1.5, -0.4});
    ASSERT_TRUE(first.has_value());
    for (const double log_correction : {1e3, -1e3}) {
      const Stay proposal(log_correction);
      stop_at_each([&](const std::stop_token& stop) {
        ChainState state = *first;
        const StepInfo info = chain(way, stop).step(state, 1, proposal);
        EXPECT_FALSE(info.broke_down);
        if (info.stopped) {
          EXPECT_FALSE(info.accepted);
          EXPECT_EQ(pack(state), pack(*first));
        } else {
          EXPECT_EQ(info.accepted, log_correction > 0);
        }
        return !info.stopped;
      });
    }
    EXPECT_GE(stop_at_each([&](const std::stop_token& stop) {
                return chain(way, stop).start({1.5, -0.4}).has_value();
              }),
              2);
  }
}

TEST_F(Stop, LeavesVectorsThatWereLeftForLater) {
  for (const std::string estimator : {"look-ahead", "ais", "approximation"}) {
    const EvidenceMethod way = method("ep", estimator);
    std::optional<ChainState> first = chain(way).start({1.5, -0.4});
    ASSERT_TRUE(first.has_value());
    ASSERT_TRUE(chain(way).step(*first, 1, Stay(1e3), DrawVectors::later).accepted);
    EXPECT_GE(stop_at_each([&](const std::stop_token& stop) {
                ChainState state = *first;
                const bool done = chain(way, stop).complete(state);
                EXPECT_EQ(done, !state.undrawn.has_value());
                EXPECT_EQ(done, state.state.size() > 0);
                return done;
              }),
              2);
  }
}

TEST_F(Stop, EndsAnEvaluationOfWarmUp) {
  for (const std::string approximation : {"ep", "laplace"}) {
    const auto log_density = [&](const std::stop_token& stop) {
      const std::vector<double> log_theta = {1.5, -0.4};
      return DeterministicTarget(data_, model_, tuning_approximation(approximation), stop).log_density(log_theta);
    };
    const std::optional<double> whole = log_density({});
    EXPECT_GE(stop_at_each([&](const std::stop_token& stop) {
                const std::optional<double> found = log_density(stop);
                if (found) {
                  EXPECT_EQ(found, whole);
                }
                return found.has_value();
              }),
              3);
  }
}

TEST_F(Stop, EndsASlopeOfWarmUpWhichHasNotBrokenDown) {
  for (const std::string approximation : {"ep", "laplace"}) {
    const auto with_slope = [&](const std::stop_token& stop) {
      const std::vector<double> log_theta = {1.5, -0.4};
      return DeterministicTarget(data_, model_, tuning_approximation(approximation), stop).with_slope(log_theta);
    };
    const std::optional<DeterministicTarget::Value> whole = with_slope({});
    const auto is_found = [&](const std::stop_token& stop) {
      const std::optional<DeterministicTarget::Value> found = with_slope(stop);
      if (found) {
        EXPECT_EQ(found->slope, whole->slope);  // never a point without its slope
      }
      return found.has_value();
    };
    const int all = stop_at_each(is_found);
    EXPECT_GE(all, 4);
    std::stop_source source;  // in the last of it, the product that the slope is made of
    counts::work_of(kRows, {all, [&] { source.request_stop(); }}, [&] { EXPECT_FALSE(is_found(source.get_token())); });
  }
}

TEST_F(Stop, EndsAClimbAndSaysSo) {
  for (const std::string approximation : {"ep", "laplace"}) {
    EXPECT_GE(stop_at_each(
                  [&](const std::stop_token& stop) {
                    const TypeTwoMaximum maximum = maximise_evidence(
                        data_, model_, approximations::named(approximation), parameters_, {.stop = stop});
                    EXPECT_NE(maximum.interrupted, maximum.converged);
                    return maximum.converged;
                  },
                  7),
              10);
  }
}

TEST_F(Stop, EndsPredictionsBetweenStates) {
  std::vector<PosteriorState> states;
  for (const double variance : {3, 4, 5, 6}) {
    states.push_back({{variance, 0.7}, std::vector<double>(kRows, 0.5), 1});
  }
  const auto visit = [&](const auto& take) {
    for (const PosteriorState& state : states) take(state);
  };
  EXPECT_EQ(stop_at_each([&](const std::stop_token& stop) {
              return predict({data_, model_, visit}, data_, {}, {.stop = stop}).has_value();
            }),
            4);
}

TEST_F(Stop, EndsCoefficientsBetweenStates) {
  const Model with_slopes({.intercept = 4, .linear = 1}, data_.feature_names);
  std::vector<PosteriorState> states;
  for (const double variance : {3, 4, 5}) states.push_back({{variance, 0.7}, {}, 1, std::vector<double>(kRows, 0.1)});
  const auto visit = [&](const auto& take) {
    for (const PosteriorState& state : states) take(state);
  };
  EXPECT_EQ(stop_at_each([&](const std::stop_token& stop) {
              return summarise_coefficients({data_, with_slopes, visit}, {.stop = stop}).has_value();
            }),
            3);
}

/// True unless it was interrupted.
template <class Work>
bool is_done(const Work& work) {
  try {
    work();
  } catch (const Interrupted&) {
    return false;
  }
  return true;
}

TEST_F(Stop, EndsASimulation) {
  const SimulationSettings settings{.rows = kRows, .features = 1};
  EXPECT_GE(stop_at_each([&](const std::stop_token& stop) {
              return is_done([&] { simulate(settings, {}, {5, {1.0}}, {.stop = stop}); });
            }),
            2);  // without jitter and with it
}

TEST_F(Stop, EndsAComparisonOfEvidences) {
  EvidenceSettings settings;
  settings.importance_samples = 2;
  EXPECT_GE(stop_at_each(
                [&](const std::stop_token& stop) {
                  return is_done([&] { compare_evidence(data_, {}, parameters_, settings, {.stop = stop}); });
                },
                3),
            20);
}

TEST_F(Stop, EndsAGradient) {
  for (const std::string approximation : {"ep", "laplace"}) {
    EXPECT_GE(stop_at_each([&](const std::stop_token& stop) {
                return is_done([&] { evidence_gradient(data_, {}, parameters_, approximation, {.stop = stop}); });
              }),
              3);
  }
}

TEST_F(Stop, EndsPredictionsFromAnApproximation) {
  const auto probabilities = [&](const std::stop_token& stop) {
    return probabilities_at(data_, model_, approximations::named("laplace"), parameters_, data_, {.stop = stop})
        .has_value();
  };
  const int all = stop_at_each(probabilities);
  EXPECT_GE(all, 3);
  std::stop_source source;  // when all is factorised, what is left are the rows
  counts::work_of(kRows, {all, [&] { source.request_stop(); }},
                  [&] { EXPECT_FALSE(probabilities(source.get_token())); });
}

class StoppedFit : public testing::Test {
 protected:
  static constexpr std::size_t kFitRows = 6;

  static FitSettings two_chains() {
    FitSettings settings;
    settings.chains = 2;
    settings.warmup = 60;
    settings.draws = 25;
    settings.thin = 2;
    settings.evidence.seed = 5;
    return settings;
  }

  static std::vector<std::vector<double>> numbers_of(const test::MemoryStore& store) {
    std::vector<std::vector<double>> numbers;
    for (const auto& states : store.states) {
      for (const ChainState& state : states) numbers.push_back(pack(state));
    }
    return numbers;
  }

  Dataset data_ = testing_support::wavy_data(kFitRows, 1);
  Model model_{{}, data_.feature_names};
};

TEST_F(StoppedFit, GoesOnToTheSameBitsFromAnyFactorisation) {
  test::MemoryStore whole(2);
  FitOutcome usual;
  const int all =
      counts::work_of(kFitRows, [&] { usual = run_fit(data_, model_, two_chains(), whole, {}); }).large_calls();
  ASSERT_GT(all, 500);
  ASSERT_NE(usual.learned_sites, nullptr);
  const std::vector<std::vector<std::size_t>> none(2, std::vector<std::size_t>(whole.accepted[0].size()));
  ASSERT_EQ(whole.broken, none);
  std::set<FitPhase> phases;
  constexpr int kStops = 60;
  for (int number = 1; number < all - 10; number += all / kStops) {
    std::stop_source source;
    test::MemoryStore store(2);
    Fit fit(data_, model_, two_chains(), store, {.stop = source.get_token()});
    counts::work_of(kFitRows, {number, [&] { source.request_stop(); }}, [&] {
      while (fit.advance()) {
      }
    });
    phases.insert(fit.phase());
    EXPECT_TRUE(fit.outcome().interrupted) << number;
    EXPECT_EQ(fit.outcome().learned_sites != nullptr, fit.phase() > FitPhase::learning) << number;
    const FitOutcome outcome = run_fit(data_, model_, two_chains(), store, {});
    EXPECT_FALSE(outcome.interrupted);
    EXPECT_EQ(store.evaluations, whole.evaluations) << number;
    EXPECT_EQ(store.accepted, whole.accepted) << number;
    EXPECT_EQ(store.broken, none) << number;  // a step that was stopped has not broken down
    EXPECT_EQ(outcome.warmup_evaluations, usual.warmup_evaluations) << number;
    EXPECT_EQ(numbers_of(store), numbers_of(whole)) << number;
  }
  EXPECT_EQ(phases,
            (std::set<FitPhase>{FitPhase::warm_up, FitPhase::learning, FitPhase::starting, FitPhase::sampling}));
}

}  // namespace
}  // namespace lehr
