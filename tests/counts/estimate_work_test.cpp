// What an evidence costs at one theta. These numbers may only fall.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/evidence/at_theta.hpp>
#include <lehr/evidence/method.hpp>
#include <lehr/random/distributions.hpp>
#include <lehr/samplers/learn_sites.hpp>

#include "counts/work.hpp"
#include "support/example_data.hpp"

namespace lehr {
namespace {

using counts::Work;

constexpr std::size_t kRows = 80;
constexpr int kRounding = 1;  // steps more that it may take on another processor to converge

class EstimateWork : public testing::Test {
 protected:
  EvidenceMethod method(const std::string& approximation, const std::string& estimator) const {
    EvidenceSettings settings;
    settings.approximation = approximation;
    settings.estimator = estimator;
    return choose_method(settings, model_.likelihood(), kRows);
  }

  /// One evidence, all included.
  Work work(const EvidenceMethod& method, std::size_t samples = 16) const {
    EvidenceAtTheta at_theta;
    const Work result = counts::work_of(kRows, [&] {
      ASSERT_TRUE(at_theta.prepare(data_, model_, parameters_, method));
      if (method.estimator == nullptr) {
        ASSERT_TRUE(at_theta.approximation_log_evidence().has_value());
      } else {
        at_theta.estimate({}, samples, Stream({1, Purpose::particle_pick}), 1);
      }
    });
    EXPECT_EQ(result.covariances, 1);
    EXPECT_GE(result.units(), 1);  // or nothing was counted
    return result;
  }

  /// Sites as a fit learns them.
  std::shared_ptr<const LearnedSites> learned_sites(const EvidenceMethod& method) const {
    Learned learned;
    Stream stream({1, Purpose::tuning});
    for (std::size_t i = 0; i < LearnedSites::points_needed(2); ++i) {
      learned.draws.push_back(model_.free(parameters_));
      for (double& value : learned.draws.back()) value += 0.3 * draw_normal(stream);
    }
    return learn_sites(data_, model_, method, method.approximation, learned, 1, {});
  }

  Dataset data_ = testing_support::wavy_data(kRows, 2);
  Model model_{{}, data_.feature_names};
  KernelParameters parameters_{5, {0.7}};
};

TEST_F(EstimateWork, OfAFitIsOneFactorInDoubleAndTheSitesAheadInFloat) {
  EvidenceMethod ghk = method("ep", "look-ahead");
  ghk.learned = learned_sites(ghk);
  ASSERT_TRUE(ghk.learned->serves(model_.free(parameters_)));
  const Work once = work(ghk);
  EXPECT_EQ(once.factorisations, 1);
  EXPECT_EQ(once.rough_gram_factorisations, 1);
  EXPECT_LE(once.units(), 2);
  EXPECT_LE(once.vector_products, 1);  // of the sites ahead
}

TEST_F(EstimateWork, OfAFitSweepsOnceFromSitesThatDoNotServeAlone) {
  for (const std::string estimator : {"look-ahead", "ais"}) {
    EvidenceMethod way = method("ep", estimator);
    auto poor = std::make_shared<LearnedSites>(*learned_sites(way));
    const std::vector<double> far(64, 2.0);
    poor->judge(std::span(far).first(LearnedSites::points_needed(2)), 0.5);
    way.learned = poor;
    EXPECT_EQ(work(way).rough_inverses, 1) << estimator;
  }
}

TEST_F(EstimateWork, ByItselfTakesThreeRoughSweepsMore) {
  const Work once = work(method("ep", "look-ahead"));
  EXPECT_LE(once.units(), 6);
  EXPECT_LE(once.vector_products, 18);
}

TEST_F(EstimateWork, FactorisesNoMoreForMoreSamples) {
  for (const std::string estimator : {"look-ahead", "is", "ais"}) {
    const Work few = work(method("ep", estimator), 1);
    const Work many = work(method("ep", estimator), 64);
    EXPECT_EQ(few.units(), many.units()) << estimator;
  }
}

TEST_F(EstimateWork, OfGhkMultipliesNoMoreForMoreSamples) {
  EXPECT_EQ(work(method("ep", "look-ahead"), 1).vector_products, work(method("ep", "look-ahead"), 64).vector_products);
}

TEST_F(EstimateWork, OfImportanceSamplingMultipliesOnceForEachSample) {
  EXPECT_LE(work(method("ep", "is"), 64).vector_products - work(method("ep", "is"), 1).vector_products, 63);
}

TEST_F(EstimateWork, OfSamplesFromSitesIsTheFactorsOfTheCovarianceAndOfTheSites) {
  const Work by_laplace = work(method("laplace", "ais"));
  const Work laplace = work(method("laplace", "approximation"));
  EXPECT_LE(by_laplace.units() - laplace.units(), 1);  // the factor of K; that of the sites is there
}

TEST_F(EstimateWork, OfLaplaceIsDoneInSinglePrecisionButForOneFactorisation) {
  const Work once = work(method("laplace", "approximation"));
  EXPECT_LE(once.factorisations, 1);
  EXPECT_LE(once.rough_factorisations, 4 + kRounding);
  EXPECT_LE(once.vector_products, 22 + 4 * kRounding);
}

TEST_F(EstimateWork, OfConvergedEpBeginsInSinglePrecision) {
  const Work once = work(method("ep", "approximation"));
  EXPECT_LE(once.inverses, 8 + kRounding);
  EXPECT_LE(once.rough_inverses, 9 + kRounding);
  EXPECT_LE(once.vector_products, 100 + 8 * kRounding);
}

TEST_F(EstimateWork, OfRoughlyConvergedEpEndsWithTheFirstLookInDoublePrecision) {
  EvidenceMethod roughly = method("ep", "approximation");
  roughly.roughly = true;
  EXPECT_LE(work(roughly).inverses, 1 + kRounding);
}

TEST_F(EstimateWork, OfAChainIsRoughUnlessConvergenceIsAskedFor) {
  EvidenceSettings settings;
  settings.estimator = "approximation";
  EXPECT_TRUE(choose_chain_method(settings, model_.likelihood(), kRows).roughly);
  settings.ep_converged = true;
  EXPECT_FALSE(choose_chain_method(settings, model_.likelihood(), kRows).roughly);
}

}  // namespace
}  // namespace lehr
