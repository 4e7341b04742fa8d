#include <lehr/priors/gaussian_prior.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include <lehr/random/distributions.hpp>
#include <support/latent_case.hpp>
#include <support/z_scores.hpp>

namespace lehr {
namespace {

struct SiteCase {
  std::string name;
  Vector precision;
};

// False-alarm rate 1e-6 for each site case (ZScores).
TEST(DrawsFromSites, HaveMeanZeroAndTheCovarianceOfTheSites) {
  constexpr Index kRows = 6;
  constexpr Index kBatch = 500;
  constexpr int kBatches = 400;
  constexpr double kDraws = double(kBatch) * kBatches;
  Stream stream({.seed = 5, .purpose = Purpose::simulation});
  const LatentCase latent(random_covariance(kRows, 4, stream), random_labels(kRows, stream),
                          likelihoods::named("probit"));
  const SiteCase cases[] = {
      {"ordinary", Vector{{0.2, 0.7, 1.5, 0.05, 0.4, 0.9}}},
      {"some zero, some tiny", Vector{{0.0, 0.7, 1e-14, 0.3, 1e-34, 1e-9}}},
      {"all tiny", Vector::Constant(kRows, 1e-14)},
      {"one only", Vector{{0, 0, 0, 2, 0, 0}}},
      {"none", Vector::Zero(kRows)},
      {"strong", Vector::Constant(kRows, 1e6)},
  };
  for (const auto& [name, precision] : cases) {
    const SitePosterior posterior = with_sites(latent, precision, Vector::Ones(kRows));
    Vector sum = Vector::Zero(kRows);
    Matrix squares = Matrix::Zero(kRows, kRows);
    for (int batch = 0; batch < kBatches; ++batch) {
      Matrix normals(2 * kRows, kBatch);
      fill_normal(stream, {normals.data(), static_cast<std::size_t>(normals.size())});
      const Matrix e1 = posterior.law->draw(normals);
      sum += e1.rowwise().sum();
      squares += e1 * e1.transpose();
    }
    // Sigma = (K^-1 + W)^-1 = K (I + W K)^-1.
    const Matrix transposed = (Matrix::Identity(kRows, kRows) + latent.covariance * precision.asDiagonal())
                                  .partialPivLu()
                                  .solve(latent.covariance);
    ZScores scores;
    for (Index i = 0; i < kRows; ++i) {
      scores.add(sum(i) / std::sqrt(kDraws * transposed(i, i)), name + ", mean");
      for (Index j = 0; j <= i; ++j) {
        const double truth = transposed(i, j);
        const double sd = std::sqrt(transposed(i, i) * transposed(j, j) + truth * truth);
        scores.add((squares(i, j) / kDraws - truth) / (sd / std::sqrt(kDraws)), name + ", covariance");
      }
    }
    scores.expect_standard_normal();
  }
}

// Duplicate rows: the covariance has a factor only with jitter, and the draws must still follow the sites.
TEST(DrawsFromSites, AreEqualInEqualRowsButForTheJitter) {
  Stream stream({.seed = 6, .purpose = Purpose::simulation});
  const Matrix k3 = random_covariance(3, 2, stream);
  const Index pick[] = {0, 1, 2, 1, 1};
  Matrix k(5, 5);
  for (Index i = 0; i < 5; ++i) {
    for (Index j = 0; j < 5; ++j) k(i, j) = k3(pick[i], pick[j]);
  }
  const LatentCase latent(k, {1, -1, 1, 1, -1}, likelihoods::named("probit"));
  ASSERT_GT(latent.jitter, 0);
  const SitePosterior posterior = with_sites(latent, Vector{{0.3, 0.2, 0.9, 0, 0.5}}, Vector::Zero(5));
  Matrix normals(10, 100);
  fill_normal(stream, {normals.data(), 1000});
  const Matrix e1 = posterior.law->draw(normals);
  EXPECT_LT((e1.row(1) - e1.row(3)).cwiseAbs().maxCoeff(), 10 * std::sqrt(2 * latent.jitter));
  EXPECT_LT((e1.row(1) - e1.row(4)).cwiseAbs().maxCoeff(), 10 * std::sqrt(2 * latent.jitter));
  EXPECT_GT(e1.row(1).cwiseAbs().maxCoeff(), 0.5);
}

}  // namespace
}  // namespace lehr
