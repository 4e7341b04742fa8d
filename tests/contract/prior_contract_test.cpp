// What every form of the Gaussian prior must hold: the same as plain dense algebra on the same K.

#include <cmath>
#include <cstddef>
#include <memory>
#include <numbers>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include <lehr/priors/covariance.hpp>
#include <lehr/priors/dense_prior.hpp>
#include <lehr/priors/new_rows.hpp>
#include <lehr/priors/prior_form.hpp>
#include <lehr/random/distributions.hpp>

#include "support/component_name.hpp"
#include "support/example_data.hpp"

namespace lehr {
namespace {

using testing_support::ComponentName;
using testing_support::every;
using testing_support::wavy_data;
using testing_support::with_names;

struct PriorCase {
  std::string name;
  Dataset data;
  Covariance covariance;
};

/// Rows that have nothing to do with each other.
Dataset strangers(std::size_t rows) {
  Dataset data;
  data.rows = rows;
  data.features = 1;
  for (std::size_t i = 0; i < rows; ++i) data.inputs.push_back(1e6 * double(i));
  return with_names(data);
}

std::vector<PriorCase> cases() {
  const Kernel& rbf = kernels::named("rbf");
  return {{"few rows", wavy_data(23, 2), {kernels::named("matern32"), {4, {0.8}}}},
          {"many rows, smooth", wavy_data(260, 1), {rbf, {6, {1.1}}}},
          {"many rows, smooth, two features", wavy_data(270, 2), {rbf, {30, {3.0, 2.0}}}},
          {"strangers", strangers(30), {rbf, {2, {1.0}}}},
          {"few rows, intercept and slopes", wavy_data(23, 2), {kernels::named("matern32"), {4, {0.8}}, 9, 1.5}},
          {"many rows, intercept and slopes", wavy_data(270, 2), {rbf, {6, {3.0}}, 4, 0.7}},
          {"many rows, intercept", wavy_data(260, 1), {rbf, {6, {1.1}}, 20}},
          {"few rows, slopes", wavy_data(30, 3), {rbf, {1, {2.0}}, 0, 5}}};
}

/// A column of numbers that no symmetry hides behind.
Vector waves(Index n, double frequency, double low, double high) {
  Vector values(n);
  for (Index i = 0; i < n; ++i) values(i) = low + (high - low) * (0.5 + 0.5 * std::sin(frequency * double(i + 1)));
  return values;
}

/// K, as the prior multiplies by it.
Matrix whole(const GaussianPrior& prior) {
  Matrix k(prior.size(), prior.size());
  for (Index j = 0; j < k.cols(); ++j) k.col(j) = prior.multiply(Vector::Unit(k.rows(), j));
  return k;
}

class PriorContract : public testing::TestWithParam<const PriorForm*> {
 protected:
  static std::unique_ptr<GaussianPrior> make(const PriorCase& at, Use use = Use::sites) {
    std::unique_ptr<GaussianPrior> none;
    return GetParam()->make({at.data, at.covariance, use}, none);
  }
  static std::unique_ptr<GaussianPrior> make_for_draws(const PriorCase& at) {
    std::unique_ptr<GaussianPrior> prior = make(at);
    if (prior != nullptr && !prior->prepare_draws()) ADD_FAILURE() << "no draws";
    return prior;
  }

  /// Tries something on every case that the form suits.
  template <class Try>
  static void on_each(const Try& attempt, bool draws = false) {
    int suited = 0;
    for (const PriorCase& at : cases()) {
      SCOPED_TRACE(at.name);
      const std::unique_ptr<GaussianPrior> prior = draws ? make_for_draws(at) : make(at);
      if (prior == nullptr) continue;
      ++suited;
      ASSERT_EQ(prior->size(), static_cast<Index>(at.data.rows));
      attempt(at, *prior, whole(*prior));
    }
    EXPECT_GE(suited, 1) << "the form suits none of the cases";
  }
};

/// (K^-1 + W)^-1 = K (I + W K)^-1.
Matrix sigma_of(const Matrix& k, const Vector& w) {
  const Matrix one_plus_wk = Matrix::Identity(k.rows(), k.rows()) + Matrix(w.asDiagonal() * k);
  return k * one_plus_wk.inverse();
}

double log_determinant_of(const Matrix& k, const Vector& w) {
  const Eigen::PartialPivLU<Matrix> lu(Matrix::Identity(k.rows(), k.rows()) + Matrix(w.asDiagonal() * k));
  return lu.matrixLU().diagonal().cwiseAbs().array().log().sum();
}

TEST_P(PriorContract, IsTheKernelsCovariance) {
  on_each([](const PriorCase& at, const GaussianPrior& prior, const Matrix& k) {
    Matrix truth;
    fill_covariance(at.data, at.covariance, truth);
    truth = testing_support::symmetric(truth);
    EXPECT_LT((k - truth).cwiseAbs().maxCoeff(), 3e-5);
    EXPECT_LT((k - k.transpose()).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LT((prior.marginal_variances() - k.diagonal()).norm(), 1e-10);
  });
}

TEST_P(PriorContract, TakesNoMoreMemoryThanItsFormSays) {
  on_each([](const PriorCase& at, const GaussianPrior& prior, const Matrix&) {
    for (const Use use : {Use::means, Use::regression, Use::draws, Use::sites, Use::gradients}) {
      EXPECT_LE(prior.bytes(use), GetParam()->most_bytes(at.data.rows, use));
      EXPECT_LE(prior.bytes(use), prior_forms::most_bytes(at.data.rows, use));
    }
  });
}

TEST_P(PriorContract, UnderSitesHasTheDeterminantMeanAndMarginalsOfDenseAlgebra) {
  on_each([](const PriorCase&, const GaussianPrior& prior, const Matrix& k) {
    const Vector w = waves(k.rows(), 1.7, 0.02, 0.95);
    const Vector nu = waves(k.rows(), 0.9, -1, 1.3);
    const Matrix sigma = sigma_of(k, w);
    const Vector mean = sigma * nu;
    const std::unique_ptr<Conditioned> law = prior.under_sites();
    for (const auto& [accuracy, tolerance] : {std::pair{Accuracy::rough, 2e-3}, std::pair{Accuracy::full, 1e-9}}) {
      ASSERT_TRUE(law->condition({w, {}}, accuracy));
      EXPECT_NEAR(law->log_determinant(), log_determinant_of(k, w), 10 * tolerance);
      EXPECT_LT((law->mean(nu).mean - mean).cwiseAbs().maxCoeff(), tolerance);
      EXPECT_LT((law->mean(nu).alpha - (nu - w.cwiseProduct(mean))).cwiseAbs().maxCoeff(), tolerance);
      EXPECT_LT((law->alpha(nu) - (nu - w.cwiseProduct(mean))).cwiseAbs().maxCoeff(), tolerance);
      ASSERT_TRUE(law->condition_with_marginals({w, {}}, accuracy));
      EXPECT_NEAR(law->log_determinant(), log_determinant_of(k, w), 10 * tolerance);
      EXPECT_LT((law->mean(nu).mean - mean).cwiseAbs().maxCoeff(), tolerance);
      EXPECT_LT((law->marginal_variances() - sigma.diagonal()).cwiseAbs().maxCoeff(), tolerance);
    }
  });
}

TEST_P(PriorContract, DrawsAreALinearMapWhoseSquareIsSigma) {
  const auto draws_are_right = [](const PriorCase&, const GaussianPrior& prior, const Matrix& k) {
    Vector some = waves(k.rows(), 1.7, 0.02, 0.95);
    some(2) = 0;
    for (const Vector& w : {waves(k.rows(), 1.7, 0.02, 0.95), some, Vector(Vector::Zero(k.rows()))}) {
      const std::unique_ptr<Conditioned> law = prior.under_sites();
      ASSERT_TRUE(law->condition({w, {}}, Accuracy::full));
      const Index normals = law->normals_per_draw();
      const Matrix root = law->draw(Matrix::Identity(normals, normals));
      EXPECT_LT((root * root.transpose() - sigma_of(k, w)).cwiseAbs().maxCoeff(), 1e-7);
    }
  };
  on_each(draws_are_right, true);
}

TEST_P(PriorContract, HasAStateThatTellsTheValuesAtTheRows) {
  on_each([](const PriorCase&, const GaussianPrior& prior, const Matrix& k) {
    EXPECT_EQ(prior.rows_of(Vector::Zero(prior.state_size())), Vector(Vector::Zero(k.rows())));
  });
}

TEST_P(PriorContract, TakesMoreMemoryForMoreThanMeans) {
  on_each([](const PriorCase&, const GaussianPrior& prior, const Matrix&) {
    EXPECT_GE(prior.bytes(Use::means), 0);
    for (const Use use : {Use::regression, Use::draws, Use::sites, Use::gradients}) {
      EXPECT_GT(prior.bytes(use), 0);
      EXPECT_GE(prior.bytes(use), prior.bytes(Use::means));
    }
  });
}

TEST_P(PriorContract, RefusesSitesThatAreNotFinite) {
  on_each([](const PriorCase&, const GaussianPrior& prior, const Matrix& k) {
    Vector w = Vector::Constant(k.rows(), 0.4);
    w(3) = std::nan("");
    const std::unique_ptr<Conditioned> law = prior.under_sites();
    EXPECT_FALSE(law->condition({w, {}}, Accuracy::full));
    EXPECT_FALSE(law->condition_with_marginals({w, {}}, Accuracy::full));
  });
}

double log_normal_density(double x, double mean, double variance) {
  return -0.5 * (x - mean) * (x - mean) / variance - 0.5 * std::log(2 * std::numbers::pi * variance);
}

/// The law of values one by one, by the Cholesky factor of their covariance under the sites; and the density of the
/// prior against what was proposed, which knows of no sites.
TEST_P(PriorContract, OneByOneProposesTheConditionalLawsOfDenseAlgebraAndWeighsThemExactly) {
  for (const double noise : {1.0, 0.0}) {
    on_each([&](const PriorCase& at, const GaussianPrior&, const Matrix& k) {
      const Index n = k.rows();
      OrderedSites sites{{}, waves(n, 1.7, 0.02, 0.9), waves(n, 0.9, -1, 1.3)};
      for (Index i = 0; i < n; ++i) sites.order.push_back((i * 7 + 3) % n);
      std::vector<bool> seen(static_cast<std::size_t>(n), false);
      for (const Index row : sites.order) seen[static_cast<std::size_t>(row)] = true;
      for (const bool row : seen) ASSERT_TRUE(row);
      const std::unique_ptr<GaussianPrior> fresh = make(at);  // which has filled in no matrix yet
      const std::unique_ptr<OneByOne> law = fresh->one_by_one(sites, noise);
      ASSERT_NE(law, nullptr);
      ASSERT_EQ(law->size(), n);

      // The values are t with A = K + s I.
      const double s = std::max(noise, kLeastNoise * k.diagonal().maxCoeff());
      const Matrix a = Matrix(k(sites.order, sites.order)) + s * Matrix::Identity(n, n);
      const Vector left = 1 - s * sites.precision.array();
      const Vector w = sites.precision.cwiseQuotient(left);
      const Vector nu = sites.shift.cwiseQuotient(left);
      const Matrix sigma = sigma_of(a, w);
      const Vector mu = sigma * nu;
      const Eigen::LLT<Matrix> factor(sigma);
      ASSERT_EQ(factor.info(), Eigen::Success);
      const Matrix l = factor.matrixL();
      const Eigen::LLT<Matrix> prior_factor(a);
      ASSERT_EQ(prior_factor.info(), Eigen::Success);
      const Matrix la = prior_factor.matrixL();

      constexpr Index kParticles = 3;
      const std::unique_ptr<OneByOne::Walk> walk = law->walk(kParticles);
      Matrix t(n, kParticles);  // mu + L z
      for (Index p = 0; p < kParticles; ++p) t.col(p) = mu + l * waves(n, 0.3 + double(p), -2, 2);
      Vector log_ratios(kParticles);  // log N(t | 0, A), then less what is proposed
      for (Index p = 0; p < kParticles; ++p) {
        const Vector r = la.triangularView<Eigen::Lower>().solve(t.col(p));
        log_ratios(p) = -0.5 * r.squaredNorm() - (la.diagonal().array() * std::sqrt(2 * std::numbers::pi)).log().sum();
      }
      for (Index i = 0; i < n; ++i) {
        const Turn turn = law->turn(i);
        EXPECT_EQ(turn.row, sites.order[static_cast<std::size_t>(i)]);
        const std::span<const double> means = walk->means(i);
        ASSERT_EQ(means.size(), static_cast<std::size_t>(kParticles));
        const double v = l(i, i) * l(i, i);
        const double b = 1 - w(i) * v;
        EXPECT_NEAR(turn.variance, v / b, 2e-3 * (1 + v / b)) << i;
        EXPECT_GT(turn.width, 0.5 * l(i, i)) << i;
        std::vector<double> values;
        for (Index p = 0; p < kParticles; ++p) {
          const Vector z = l.topLeftCorner(i, i).triangularView<Eigen::Lower>().solve(Vector((t.col(p) - mu).head(i)));
          const double mean = mu(i) + (i > 0 ? l.row(i).head(i).dot(z) : 0.0);
          const double cavity_mean = (mean - v * nu(i)) / b;
          const double proposed = means[static_cast<std::size_t>(p)];
          EXPECT_NEAR(proposed, cavity_mean, 2e-3 * (1 + std::abs(cavity_mean))) << i;
          log_ratios(p) -= log_normal_density(t(i, p), proposed, turn.variance);
          values.push_back(t(i, p));
        }
        walk->take(i, values);
      }
      // Without noise the eigenvalues of A go down to 1e-9 of the variance: there the density itself is known no
      // better.
      const double tolerance = noise > 0 ? 1e-8 : 1e-3;
      for (Index p = 0; p < kParticles; ++p) {
        const double ratio = walk->log_ratios()[static_cast<std::size_t>(p)];
        EXPECT_NEAR(ratio, log_ratios(p), tolerance * (1 + std::abs(log_ratios(p)))) << p;
      }
    });
  }
}

TEST_P(PriorContract, DrawsTheLatentGivenNoisyValuesByRegression) {
  on_each([](const PriorCase&, const GaussianPrior& prior, const Matrix& k) {
    const Index n = k.rows();
    OrderedSites sites{{}, Vector::Constant(n, 0.3), Vector::Zero(n)};
    for (Index i = 0; i < n; ++i) sites.order.push_back(n - 1 - i);
    const std::unique_ptr<OneByOne> law = prior.one_by_one(sites, 1);
    ASSERT_NE(law, nullptr);
    const Vector first = waves(n, 0.7, -2, 2);
    const Vector second = waves(n, 1.1, -1, 3);
    const auto draw = [&](const Vector& t) {
      Stream stream({.seed = 4, .purpose = Purpose::latent});
      return law->draw_latent(t, stream).value();
    };
    // The same random numbers: what differs is the regression on t.
    const Matrix gain = k * (k + Matrix::Identity(n, n)).inverse();
    EXPECT_LT((draw(first) - draw(second) - gain * (first - second)).cwiseAbs().maxCoeff(), 1e-8);
  });
}

TEST_P(PriorContract, ExtendsToNewRowsAsDenseAlgebraDoes) {
  for (const double noise : {1.0, 0.0}) {
    on_each([&](const PriorCase& at, const GaussianPrior& prior, const Matrix& k) {
      const Dataset all = at.data;
      const std::size_t count = 9;
      Dataset rows;
      rows.rows = count;
      rows.features = all.features;
      for (std::size_t f = 0; f < all.features; ++f) {
        for (std::size_t i = 0; i < count; ++i) rows.inputs.push_back(all.feature(f)[2 * i] + 0.05);
      }
      rows = with_names(rows);
      const Vector weights = waves(k.rows(), 0.37, -0.3, 0.3);
      const Vector state = k * weights + noise * waves(k.rows(), 2.1, -1, 1);  // a smooth function, and noise
      const std::unique_ptr<Regression> law = prior.regression(noise, Accuracy::full);
      ASSERT_NE(law, nullptr);
      const Vector alpha = law->alpha(state);
      const LatentMoments got = law->extend(rows, alpha);

      Matrix cross;
      fill_cross_covariance(all, rows, at.covariance, cross);
      const Matrix a =
          k + std::max(noise, kLeastNoise * k.diagonal().maxCoeff()) * Matrix::Identity(k.rows(), k.rows());
      const Eigen::LLT<Matrix> llt(a);
      const Vector mean = cross.transpose() * llt.solve(state);
      const Matrix half = llt.matrixL().solve(cross);
      const Eigen::Map<const Matrix> x(rows.inputs.data(), static_cast<Index>(count),
                                       static_cast<Index>(rows.features));
      const double largest = at.covariance.parameters.variance + at.covariance.intercept;
      const Vector variance = largest + at.covariance.linear * x.rowwise().squaredNorm().array() -
                              half.colwise().squaredNorm().transpose().array();
      EXPECT_LT((got.mean - mean).cwiseAbs().maxCoeff(), 1e-3 * (1 + mean.cwiseAbs().maxCoeff()));
      EXPECT_LT((got.variance - variance).cwiseAbs().maxCoeff(), 1e-3 * largest);

      // A row's answer does not depend on the others.
      const LatentMoments alone = law->extend(some_rows(rows, 4, 1, 1), alpha);
      EXPECT_NEAR(alone.mean(0), got.mean(4), 1e-10);
      EXPECT_NEAR(alone.variance(0), got.variance(4), 1e-10);

      // The mean alone takes no factorisation; single precision, where the form takes it, changes next to nothing.
      const std::unique_ptr<GaussianPrior> for_means = make(at, Use::means);
      EXPECT_LT((for_means->extend_mean(rows, alpha) - got.mean).cwiseAbs().maxCoeff(), 1e-10 * (1 + mean.norm()));
      const LatentMoments rough = prior.regression(noise, Accuracy::rough)->extend(rows, alpha);
      EXPECT_LT((rough.mean - got.mean).cwiseAbs().maxCoeff(), 1e-10 * (1 + mean.norm()));
      EXPECT_LT((rough.variance - got.variance).cwiseAbs().maxCoeff(), 1e-5 * largest);

      // What is taken one by one knows alpha too, in whatever order.
      OrderedSites in_order{{}, Vector::Constant(k.rows(), 0.3), Vector::Zero(k.rows())};
      for (Index i = 0; i < k.rows(); ++i) in_order.order.push_back((i * 7 + 3) % k.rows());
      const std::optional<Vector> same = prior.one_by_one(in_order, noise)->alpha(state);
      ASSERT_TRUE(same.has_value());
      EXPECT_LT((law->extend(rows, *same).mean - got.mean).cwiseAbs().maxCoeff(), 1e-7 * (1 + mean.norm()));

      // The same by sites about the state.
      if (noise == 0) return;
      const std::unique_ptr<Conditioned> sites = prior.under_sites();
      ASSERT_TRUE(sites->condition({Vector::Constant(k.rows(), 1 / noise), {}}, Accuracy::full));
      const LatentMoments by_sites = sites->extend(rows, sites->mean(state / noise).alpha);
      EXPECT_LT((by_sites.mean - got.mean).cwiseAbs().maxCoeff(), 1e-7 * (1 + mean.cwiseAbs().maxCoeff()));
      EXPECT_LT((by_sites.variance - got.variance).cwiseAbs().maxCoeff(), 1e-7 * largest);
    });
  }
}

/// H beta, beta ~ N(0, D), is a part of f: given values of A = K + s I it is normal with the mean D H' A^-1 values and
/// the covariance D - D H' A^-1 H D.
TEST_P(PriorContract, CoefficientsOfTheTermsAreThoseOfDenseAlgebra) {
  for (const double noise : {1.0, 0.0}) {
    on_each([&](const PriorCase& at, const GaussianPrior& prior, const Matrix& k) {
      const Index n = k.rows();
      const auto d = static_cast<Index>(at.data.features);
      const Eigen::Map<const Matrix> x(at.data.inputs.data(), n, d);
      const Vector state = k * waves(n, 0.37, -0.3, 0.3) + noise * waves(n, 2.1, -1, 1);
      const std::unique_ptr<Regression> law = prior.regression(noise, Accuracy::full);
      ASSERT_NE(law, nullptr);
      const LatentMoments got = law->coefficients(law->alpha(state));

      const Index constant = at.covariance.intercept > 0 ? 1 : 0;
      const Index slopes = at.covariance.linear > 0 ? d : 0;
      Matrix h(n, constant + slopes);
      Vector variances(constant + slopes);  // D
      if (constant > 0) h.col(0).setOnes();
      if (constant > 0) variances(0) = at.covariance.intercept;
      if (slopes > 0) h.rightCols(d) = x;
      variances.tail(slopes).setConstant(at.covariance.linear);
      const Matrix a = k + std::max(noise, kLeastNoise * k.diagonal().maxCoeff()) * Matrix::Identity(n, n);
      const Eigen::LLT<Matrix> llt(a);
      const Matrix gain = variances.asDiagonal() * llt.solve(h).transpose();
      const Vector mean = gain * state;
      const Vector variance = variances - (gain * h * variances.asDiagonal()).diagonal();
      ASSERT_EQ(got.mean.size(), h.cols());
      ASSERT_EQ(got.variance.size(), h.cols());
      if (h.cols() == 0) return;
      EXPECT_LT((got.mean - mean).cwiseAbs().maxCoeff(), 1e-3 * (1 + mean.cwiseAbs().maxCoeff()));
      EXPECT_LT((got.variance - variance).cwiseAbs().maxCoeff(), (noise > 0 ? 1e-5 : 1e-3) * variances.maxCoeff());
      EXPECT_GT(got.variance.minCoeff(), 0);
    });
  }
}

TEST_P(PriorContract, GradientIsThatOfDenseAlgebra) {
  on_each([](const PriorCase& at, const GaussianPrior& prior, const Matrix& k) {
    const Vector w = waves(k.rows(), 1.7, 0.02, 0.95);
    Matrix left(k.rows(), 2);
    Matrix right(k.rows(), 2);
    left << waves(k.rows(), 0.9, -1, 1.3), waves(k.rows(), 0.2, -1, 1);
    right << waves(k.rows(), 0.4, -1, 1), waves(k.rows(), 2.2, 0, 1);
    const std::unique_ptr<Conditioned> law = prior.under_sites();
    ASSERT_TRUE(law->condition_with_marginals({w, {}}, Accuracy::full));
    const std::optional<std::vector<double>> got = law->gradient(left, right);
    ASSERT_TRUE(got.has_value());

    // R = W^1/2 B^-1 W^1/2 = W - W Sigma W.
    const Matrix r = Matrix(w.asDiagonal()) - Matrix(w.asDiagonal() * sigma_of(k, w) * w.asDiagonal());
    const Matrix s = 0.25 * (left * right.transpose() + right * left.transpose()) - 0.5 * r;
    ChainRule rule(at.data, at.covariance.kernel, at.covariance.parameters);
    rule.add_columns(0, s);
    ASSERT_EQ(got->size(), rule.gradient().size());
    for (std::size_t i = 0; i < got->size(); ++i) {
      EXPECT_NEAR((*got)[i], rule.gradient()[i], 1e-6 * (1 + std::abs(rule.gradient()[i])));
    }
  });
}

/// Asks for a stop when its slope is asked for the first time.
class StoppingKernel final : public Kernel {
 public:
  std::string_view name() const override { return "stopping"; }
  std::string_view formula() const override { return "exp(-r2/2)"; }
  void correlation(std::span<double> values) const override {
    for (double& value : values) value = std::exp(-0.5 * value);
  }
  void slope(std::span<double> values) const override {
    ++slopes_;
    source_.request_stop();
    for (double& value : values) value = -0.5 * std::exp(-0.5 * value);
  }
  std::stop_token token() const { return source_.get_token(); }
  std::size_t slopes() const { return slopes_; }

 private:
  mutable std::stop_source source_;
  mutable std::size_t slopes_ = 0;
};

TEST_P(PriorContract, AGradientEndsWithinTheColumnsInWhichAStopIsAskedFor) {
  constexpr std::size_t kRows = 700;
  const Dataset data = testing_support::wavy_data(kRows, 1);
  const StoppingKernel kernel;
  std::unique_ptr<GaussianPrior> none;
  const std::unique_ptr<GaussianPrior> prior =
      GetParam()->make({data, {kernel, {1, {1.0}}}, Use::gradients, kernel.token()}, none);
  if (prior == nullptr) return;  // a form for other data
  const Vector w = waves(kRows, 1.7, 0.02, 0.95);
  const std::unique_ptr<Conditioned> law = prior->under_sites();
  ASSERT_TRUE(law->condition_with_marginals({w, {}}, Accuracy::full));
  const std::optional<std::vector<double>> got = law->gradient(w, w);
  if (!kernel.token().stop_requested()) return;  // a form that need not ask the kernel
  EXPECT_FALSE(got.has_value());
  EXPECT_LE(kernel.slopes(), 3 * kRows / 2);  // of some 2 for each column
}

TEST_P(PriorContract, MemoryOfAnotherThetaLeavesNothingBehind) {
  on_each([](const PriorCase& at, const GaussianPrior& prior, const Matrix& k) {
    PriorCase other = at;
    other.covariance.parameters.variance *= 2;
    std::unique_ptr<GaussianPrior> memory = make(other);
    if (memory == nullptr) return;
    const Vector w = waves(k.rows(), 1.7, 0.02, 0.95);
    const Vector nu = waves(k.rows(), 0.9, -1, 1.3);
    std::unique_ptr<Conditioned> used = memory->under_sites();
    ASSERT_TRUE(used->condition_with_marginals({w, {}}, Accuracy::full));
    const std::unique_ptr<GaussianPrior> again = GetParam()->make({at.data, at.covariance}, memory);
    ASSERT_NE(again, nullptr);
    used = again->under_sites(std::move(used));
    const std::unique_ptr<Conditioned> fresh = prior.under_sites();
    for (const Accuracy accuracy : {Accuracy::full, Accuracy::rough}) {
      ASSERT_TRUE(used->condition_with_marginals({w, {}}, accuracy));
      ASSERT_TRUE(fresh->condition_with_marginals({w, {}}, accuracy));
      EXPECT_EQ(used->mean(nu).mean, fresh->mean(nu).mean);
      EXPECT_EQ(used->marginal_variances(), fresh->marginal_variances());
    }
  });
}

TEST_P(PriorContract, HasANameAFormulaAndIsFoundByItsName) {
  EXPECT_FALSE(GetParam()->formula().empty());
  EXPECT_EQ(&prior_forms::named(GetParam()->name()), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Every, PriorContract, every(prior_forms::all()), ComponentName());

TEST(ChoosePrior, TakesTheFirstFormThatSuits) {
  const Dataset smooth = wavy_data(260, 1);
  EXPECT_TRUE(choose_prior({smooth, {kernels::named("rbf"), {6, {1.1}}}})->rank().has_value());
  EXPECT_FALSE(choose_prior({smooth, {kernels::named("matern12"), {6, {0.1}}}})->rank().has_value());
}

}  // namespace
}  // namespace lehr
