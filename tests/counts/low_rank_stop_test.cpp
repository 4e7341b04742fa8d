// The same as in stop_test.cpp where the covariance has a low rank: what is counted are factorisations of that size.

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/evidence/at_theta.hpp>
#include <lehr/samplers/chain.hpp>
#include <lehr/samplers/target.hpp>

#include "counts/stop_at_each.hpp"
#include "support/example_data.hpp"

namespace lehr {
namespace {

constexpr std::size_t kRows = 300;

class LowRankStop : public testing::Test {
 protected:
  void SetUp() override {
    const std::unique_ptr<GaussianPrior> prior = choose_prior({data_, model_.covariance(theta_)});
    ASSERT_NE(prior, nullptr);
    ASSERT_TRUE(prior->rank().has_value());
    rank_ = static_cast<Index>(*prior->rank());
  }

  EvidenceMethod method(const std::string& approximation, const std::string& estimator) const {
    EvidenceSettings settings;
    settings.approximation = approximation;
    settings.estimator = estimator;
    return choose_method(settings, model_.likelihood(), kRows);
  }

  Dataset data_ = testing_support::wavy_data(kRows, 1);
  Model model_{{}, data_.feature_names};
  KernelParameters theta_{5, {1}};
  std::vector<double> log_theta_ = model_.free(theta_);
  Index rank_ = 0;
};

TEST_F(LowRankStop, EndsAnEvidenceAfterTheFactorisationThatHadBegun) {
  for (const std::string approximation : {"ep", "laplace", "prior"}) {
    for (const std::string estimator : {"look-ahead", "ais", "is", "approximation"}) {
      if (approximation == "prior" && estimator == "approximation") continue;
      const EvidenceMethod way = method(approximation, estimator);
      const auto estimate = [&](const std::stop_token& stop) {
        EvidenceAtTheta at_theta;
        if (!at_theta.prepare(data_, model_, theta_, way, {.stop = stop})) return false;
        if (way.estimator == nullptr) return at_theta.approximation_log_evidence().has_value();
        return at_theta.estimate({}, 8, Stream({1, Purpose::particle_pick}), 1).has_value();
      };
      const int all = counts::stop_at_each(rank_, estimate);
      EXPECT_GE(all, 1) << approximation << " " << estimator;
      if (approximation == "laplace" && way.estimator == nullptr) continue;  // it is found by then
      std::stop_source source;  // all is factorised, and what is left are the particles or the marginal variances
      counts::work_of(rank_, {all, [&] { source.request_stop(); }},
                      [&] { EXPECT_FALSE(estimate(source.get_token())) << approximation << " " << estimator; });
    }
  }
}

TEST_F(LowRankStop, EndsASlopeOfWarmUp) {
  for (const std::string approximation : {"ep", "laplace"}) {
    const auto with_slope = [&](const std::stop_token& stop) {
      return DeterministicTarget(data_, model_, tuning_approximation(approximation), stop).with_slope(log_theta_);
    };
    const std::optional<DeterministicTarget::Value> whole = with_slope({});
    ASSERT_TRUE(whole.has_value());
    ASSERT_EQ(whole->slope.size(), 2U);
    const auto is_found = [&](const std::stop_token& stop) { return with_slope(stop).has_value(); };
    const int all = counts::stop_at_each(rank_, is_found);
    EXPECT_GE(all, 3);
    std::stop_source source;  // all is factorised, and what is left is the slope
    counts::work_of(rank_, {all, [&] { source.request_stop(); }}, [&] { EXPECT_FALSE(is_found(source.get_token())); });
  }
}

TEST_F(LowRankStop, EndsTheStartOfAChain) {
  for (const std::string estimator : {"look-ahead", "ais", "approximation"}) {
    const EvidenceMethod way = method("ep", estimator);
    const auto start = [&](const std::stop_token& stop) {
      PseudoMarginalChain chain({.data = data_,
                                 .model = model_,
                                 .method = way,
                                 .samples = 8,
                                 .seed = 1,
                                 .chain = 0,
                                 .keep_latents = true,
                                 .threads = 1,
                                 .stop = stop});
      return chain.start(log_theta_).has_value();
    };
    EXPECT_GE(counts::stop_at_each(rank_, start), 3) << estimator;
  }
}

}  // namespace
}  // namespace lehr
