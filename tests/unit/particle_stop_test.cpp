// What runs long without a factorisation ends soon after a stop request.

#include <cmath>
#include <cstddef>
#include <stop_token>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/evidence/estimator.hpp>
#include <lehr/evidence/infinite_variance.hpp>
#include <lehr/evidence/ladder.hpp>
#include <lehr/priors/dense_prior.hpp>

namespace lehr {
namespace {

constexpr Index kRows = 12;

/// log p(y | f) = log sigma(f) in every row. Counts how often it is asked, and asks for a stop when it is once too
/// often.
class StoppingRows final : public RowDensity {
 public:
  explicit StoppingRows(int stop_at) : stop_at_(stop_at) {}

  std::size_t rows() const override { return kRows; }
  LogDensity log_density(std::size_t /*row*/, double f) const override {
    if (++asked_ == stop_at_) source_.request_stop();
    const double p = 1 / (1 + std::exp(-f));
    return {-std::log1p(std::exp(-f)), 1 - p, -p * (1 - p), -p * (1 - p) * (1 - 2 * p)};
  }
  double curvature_bound() const override { return 0.25; }

  std::stop_token token() const { return source_.get_token(); }
  int asked() const { return asked_; }

 private:
  int stop_at_;
  mutable int asked_ = 0;
  mutable std::stop_source source_;
};

class ParticleStop : public testing::Test {
 protected:
  ParticleStop() : prior_(Matrix(Matrix::Identity(kRows, kRows) + Matrix::Ones(kRows, kRows))) {
    EXPECT_TRUE(prior_.prepare_draws());
    posterior_.begin(prior_);
    posterior_.sites = {Vector::Constant(kRows, 0.2), Vector::Constant(kRows, 0.5)};
    EXPECT_TRUE(posterior_.complete());
  }

  /// How often the density is asked by so many particles that anneal.
  int anneal(const StoppingRows& density) const {
    const Ladder ladder = make_ladder("default", 100);
    const auto annealing =
        estimators::named("ais").prepare({{prior_, density}, posterior_, ladder, density.token()}, nullptr);
    const std::vector<ParticleKey> keys = {{.particle = 0}, {.particle = 1}, {.particle = 2}};
    std::vector<double> log_weights(keys.size());
    Matrix ends;
    annealing->run(keys, log_weights, ends);
    return density.asked();
  }

  DensePrior prior_;
  SitePosterior posterior_;
};

TEST_F(ParticleStop, EndsAnAnnealedParticleAtTheNextLevel) {
  const int all = anneal(StoppingRows(0));
  constexpr int kMostOfAMove = 60 * int(kRows);  // shrinks of a slice are a few; 60 have never been seen
  ASSERT_GT(all, 2 * kMostOfAMove);
  for (const int stop_at : {1, 100, all / 3}) {
    const int asked = anneal(StoppingRows(stop_at));
    EXPECT_GE(asked, stop_at);
    EXPECT_LT(asked, stop_at + kMostOfAMove);
  }
}

TEST_F(ParticleStop, LeavesItOpenWhetherAVarianceIsInfinite) {
  const StoppingRows goes_on(0);
  EXPECT_TRUE(has_infinite_variance({prior_, goes_on}, posterior_, 1, goes_on.token()).has_value());
  const StoppingRows stops(1);
  EXPECT_FALSE(has_infinite_variance({prior_, stops}, posterior_, 1, stops.token()).has_value());
}

}  // namespace
}  // namespace lehr
