// Look-ahead's weights are exact for whatever was proposed. Here proposals are wrong on purpose, and right ones are
// held against the weights that an exact law under sites has.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <Eigen/Dense>

#include <lehr/evidence/look_ahead_sites.hpp>
#include <lehr/math/normal.hpp>
#include <lehr/random/distributions.hpp>

#include <support/exact_evidence.hpp>
#include <support/latent_case.hpp>
#include <support/z_scores.hpp>

namespace lehr {
namespace {

/// Proposes t_i from N(sum_{j<i} slopes_ij t_j + shift_i, variance_i), which no sites have said.
class AnyProposals final : public OneByOne {
 public:
  AnyProposals(const Matrix& a, Matrix slopes, Vector shift, Vector variance)
      : factor_(a), slopes_(std::move(slopes)), shift_(std::move(shift)), variance_(std::move(variance)) {}

  Index size() const override { return variance_.size(); }
  Turn turn(Index place) const override { return {place, variance_(place), std::sqrt(variance_(place))}; }
  std::unique_ptr<Walk> walk(Index particles) const override { return std::make_unique<AnyWalk>(*this, particles); }
  std::optional<Vector> draw_latent(const Vector& values, Stream& /*stream*/) const override { return values; }
  std::optional<Vector> alpha(const Vector& values) const override { return factor_.solve(values); }

 private:
  class AnyWalk final : public Walk {
   public:
    AnyWalk(const AnyProposals& law, Index particles)
        : law_(law),
          t_(Matrix::Zero(law.size(), particles)),
          means_(particles),
          log_ratios_(Vector::Constant(particles, 0.5 * law.variance_.array().log().sum() - law.log_diagonal())) {}

    std::span<const double> means(Index place) override {
      means_ = t_.transpose() * law_.slopes_.row(place).transpose();
      means_.array() += law_.shift_(place);
      return {means_.data(), static_cast<std::size_t>(means_.size())};
    }
    void take(Index place, std::span<const double> values) override {
      t_.row(place) = Eigen::Map<const Vector>(values.data(), t_.cols()).transpose();
      log_ratios_.array() += (t_.row(place).transpose() - means_).array().square() / (2 * law_.variance_(place));
      if (place + 1 < law_.size()) return;
      const Matrix r = law_.factor_.matrixL().solve(t_);
      log_ratios_ -= 0.5 * r.colwise().squaredNorm().transpose();
    }
    std::span<const double> log_ratios() const override {
      return {log_ratios_.data(), static_cast<std::size_t>(log_ratios_.size())};
    }

   private:
    const AnyProposals& law_;
    Matrix t_;
    Vector means_;
    Vector log_ratios_;
  };

  double log_diagonal() const { return Matrix(factor_.matrixL()).diagonal().array().log().sum(); }

  Eigen::LLT<Matrix> factor_;
  Matrix slopes_;
  Vector shift_;
  Vector variance_;
};

/// A prior that is asked for nothing but proposals.
class ProposingPrior final : public GaussianPrior {
 public:
  ProposingPrior(const GaussianPrior& prior, AnyProposals proposals)
      : prior_(prior), proposals_(std::move(proposals)) {}

  Index size() const override { return prior_.size(); }
  Vector marginal_variances() const override { return prior_.marginal_variances(); }
  Vector multiply(const Vector& x) const override { return prior_.multiply(x); }
  Vector draw(Stream& stream) const override { return prior_.draw(stream); }
  double jitter() const override { return prior_.jitter(); }
  double bytes(Use use) const override { return prior_.bytes(use); }
  std::optional<std::size_t> rank() const override { return prior_.rank(); }
  std::unique_ptr<Conditioned> under_sites(std::unique_ptr<Conditioned> memory) const override {
    return prior_.under_sites(std::move(memory));
  }
  std::unique_ptr<OneByOne> one_by_one(OrderedSites /*sites*/, double /*noise*/,
                                       std::unique_ptr<OneByOne> /*memory*/) const override {
    return std::make_unique<AnyProposals>(proposals_);
  }
  std::unique_ptr<Regression> regression(double noise, Accuracy accuracy,
                                         std::unique_ptr<Regression> memory) const override {
    return prior_.regression(noise, accuracy, std::move(memory));
  }
  Vector extend_mean(const Dataset& rows, const Vector& alpha) const override {
    return prior_.extend_mean(rows, alpha);
  }

 private:
  const GaussianPrior& prior_;
  AnyProposals proposals_;
};

std::vector<double> log_weights(const LatentProblem& problem, const SitePosterior& posterior, std::size_t count,
                                std::uint64_t seed, Matrix* ends = nullptr) {
  const Ladder ladder = {1, 0};
  const auto prepared = estimators::named("look-ahead").prepare({problem, posterior, ladder});
  EXPECT_NE(prepared, nullptr);
  std::vector<double> weights(count);
  for (std::size_t begin = 0; begin < count; begin += prepared->block_size()) {
    const std::size_t width = std::min(prepared->block_size(), count - begin);
    std::vector<ParticleKey> keys(width);
    for (std::size_t i = 0; i < width; ++i) keys[i] = {.seed = seed, .particle = begin + i};
    Matrix states;
    prepared->run(keys, std::span(weights).subspan(begin, width), states);
    if (ends != nullptr) {
      ends->conservativeResize(states.rows(), static_cast<Index>(begin + width));
      ends->rightCols(static_cast<Index>(width)) = states;
    }
  }
  return weights;
}

TEST(LookAhead, IsUnbiasedForProposalsThatNoSitesHaveMade) {
  ZScores scores;
  for (const char* const likelihood : {"probit", "logit"}) {
    for (std::uint64_t problem = 0; problem < 6; ++problem) {
      Stream stream({.seed = 31, .purpose = Purpose::simulation, .chain = problem});
      constexpr Index n = 3;
      const LatentCase latent(random_covariance(n, uniform_between(stream, 0.5, 6), stream), random_labels(n, stream),
                              likelihoods::named(likelihood));
      const bool noisy = latent.likelihood.noise() > 0;
      const Matrix a = latent.covariance + latent.likelihood.noise() * Matrix::Identity(n, n);
      // The conditional laws of N(0, A), then wide of the mark.
      Matrix slopes = Matrix::Zero(n, n);
      Vector variance(n);
      for (Index i = 0; i < n; ++i) {
        const Vector exact = i > 0 ? Vector(a.topLeftCorner(i, i).llt().solve(a.col(i).head(i))) : Vector();
        variance(i) = a(i, i) - (i > 0 ? exact.dot(a.col(i).head(i)) : 0.0);
        variance(i) *= uniform_between(stream, 1.2, 2.5);
        for (Index j = 0; j < i; ++j) slopes(i, j) = exact(j) * uniform_between(stream, 0.6, 1.3);
      }
      Vector shift(n);
      for (double& value : shift) value = 0.4 * draw_normal(stream);
      // The weights' second moment is finite where 2 A^-1 is above the precision of what is proposed.
      const Matrix away = Matrix::Identity(n, n) - slopes;
      const Matrix proposed = away.transpose() * variance.cwiseInverse().asDiagonal() * away;
      const Matrix form = 2 * a.inverse() - proposed;
      if (Eigen::SelfAdjointEigenSolver<Matrix>(form).eigenvalues().minCoeff() <= 0) continue;
      const ProposingPrior prior(latent.prior, AnyProposals(a, slopes, shift, variance));
      const SitePosterior posterior = with_sites(latent, Vector::Constant(n, 0.5), Vector::Zero(n));
      const std::vector<double> weights = log_weights({prior, *latent.density}, posterior, 40000, 700 + problem);
      const double truth = noisy ? log_probit_evidence(latent) : log_evidence_by_quadrature(latent, 64);
      scores.add(z_score_of_weights(weights, truth), likelihood);
    }
  }
  EXPECT_GE(scores.size(), 6U);
  scores.expect_standard_normal();
}

/// The weights in their other form: Zq and the integrals of the rows' sites, with an exact factor of the law under
/// sites. Single precision moves the proposals by 1e-6 or so, and the weights by no more than that in each row.
TEST(LookAhead, HasTheWeightsOfAnExactLawUnderSites) {
  for (const Index n : {1, 3, 47, 130}) {
    Stream stream({.seed = 32, .purpose = Purpose::simulation, .chain = static_cast<std::uint64_t>(n)});
    const LatentCase latent(random_covariance(n, 4, stream), random_labels(n, stream), likelihoods::named("probit"));
    const SitePosterior posterior = fitted(latent, "ep", 5);
    Matrix ends;
    const std::vector<double> weights = log_weights(latent.problem(), posterior, 40, 5, &ends);
    const OrderedSites sites = look_ahead_sites(posterior, 1);
    const Vector left = 1 - sites.precision.array();
    const Vector w = sites.precision.cwiseQuotient(left);
    const Vector nu = sites.shift.cwiseQuotient(left);
    const Matrix a = Matrix(latent.covariance(sites.order, sites.order)) + Matrix::Identity(n, n);
    const Matrix one_plus_wa = Matrix::Identity(n, n) + Matrix(w.asDiagonal() * a);
    const Matrix sigma = a * one_plus_wa.inverse();
    const Vector mu = sigma * nu;
    const Matrix l = Matrix(0.5 * (sigma + sigma.transpose())).llt().matrixL();
    const double log_normaliser =
        0.5 * nu.dot(mu) + (l.diagonal().array() / Matrix(a.llt().matrixL()).diagonal().array()).log().sum();
    for (Index p = 0; p < ends.cols(); ++p) {
      const Vector t = Vector(ends.col(p))(sites.order);
      const Vector z = l.triangularView<Eigen::Lower>().solve(t - mu);
      double log_weight = log_normaliser;
      for (Index i = 0; i < n; ++i) {
        const double v = l(i, i) * l(i, i);
        const double m = t(i) - l(i, i) * z(i);
        const double vc = 1 / (1 / v - w(i));
        const double mc = vc * (m / v - nu(i));
        const double sign = latent.y[static_cast<std::size_t>(sites.order[static_cast<std::size_t>(i)])];
        ASSERT_GT(sign * t(i), 0);
        log_weight +=
            log_normal_cdf(sign * mc / std::sqrt(vc)) + 0.5 * std::log(vc / v) + mc * mc / (2 * vc) - m * m / (2 * v);
      }
      EXPECT_NEAR(weights[static_cast<std::size_t>(p)], log_weight, 1e-6 * double(n)) << n << " " << p;
    }
  }
}

/// Where the sites are nearly all of a row's law, single precision has nothing left of its cavity, and double takes its
/// place: the estimate does not break down.
TEST(LookAhead, SurvivesSitesThatLeaveAlmostNoCavity) {
  constexpr Index n = 3;
  Stream stream({.seed = 33, .purpose = Purpose::simulation});
  const LatentCase latent(random_covariance(n, 1e6, stream), {1, 1, -1}, likelihoods::named("probit"));
  const SitePosterior posterior = with_sites(latent, Vector::Constant(n, 0.9), Vector::Zero(n));
  for (const double weight : log_weights(latent.problem(), posterior, 64, 3)) EXPECT_TRUE(std::isfinite(weight));
  const OrderedSites sites{{0, 1, 2}, Vector::Constant(n, 0.9), Vector::Zero(n)};
  const auto law = latent.prior.one_by_one(sites, 1, nullptr);
  ASSERT_NE(law, nullptr);
  // b = 1 / (1 + w~ vc) for the row that comes last: its cavity is the prior given the others.
  const Matrix a = latent.covariance + Matrix::Identity(n, n);
  EXPECT_NEAR(law->turn(2).variance * a.inverse()(2, 2), 1, 1e-6);
}

}  // namespace
}  // namespace lehr
