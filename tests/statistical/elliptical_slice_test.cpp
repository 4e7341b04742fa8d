// An elliptical slice move leaves g(f) proportional to q(f) exp(beta h(f)) invariant, q = N(mu, Sigma) with mu != 0.
// The starts are exact draws of g, by rejection: g is the Gaussian with the sites (1 - beta) (w, nu), times
// prod_i p(y_i | f_i)^beta <= 1. After any number of moves they are still exact draws, so that each functional has the
// same mean before and after; the difference is judged pair by pair.

#include <lehr/evidence/elliptical_slice.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <lehr/evidence/tilt.hpp>
#include <lehr/random/distributions.hpp>
#include <support/latent_case.hpp>
#include <support/z_scores.hpp>

namespace lehr {
namespace {

constexpr Index kBatch = 64;

/// Draws of N(mean, Sigma) of the given sites, one after the other.
class GaussianDraws {
 public:
  explicit GaussianDraws(const SitePosterior& posterior) : posterior_(posterior) {}

  /// The draw less its mean.
  Vector next(Stream& stream) {
    if (at_ == draws_.cols()) refill(stream);
    return draws_.col(at_++);
  }

 private:
  void refill(Stream& stream) {
    Matrix normals(posterior_.law->normals_per_draw(), kBatch);
    fill_normal(stream, {normals.data(), static_cast<std::size_t>(normals.size())});
    draws_ = posterior_.law->draw(normals);
    at_ = 0;
  }

  const SitePosterior& posterior_;
  Matrix draws_;
  Index at_ = 0;
};

class TargetDraws {
 public:
  TargetDraws(const LatentCase& latent, const Sites& sites, double beta)
      : latent_(latent),
        beta_(beta),
        remaining_(with_sites(latent, (1 - beta) * sites.precision, (1 - beta) * sites.shift)),
        gaussian_(remaining_) {}

  Vector next(Stream& stream) {
    for (;;) {
      Vector f = remaining_.mean + gaussian_.next(stream);
      const double log_accept = beta_ * latent_.density->total({f.data(), latent_.y.size()});
      if (std::log(draw_uniform(stream)) < log_accept) return f;
    }
  }

 private:
  const LatentCase& latent_;
  double beta_;
  SitePosterior remaining_;
  GaussianDraws gaussian_;
};

struct Functional {
  std::string name;
  std::function<double(const SlicePoint&)> of;
};

/// Moments of f, h itself, and indicators of h and of f against their deciles: the ECDF at nine places.
std::vector<Functional> functionals(Index n, TargetDraws& target, const LatentCase& latent, const Sites& sites,
                                    Stream& stream) {
  std::vector<Functional> all;
  for (Index i = 0; i < n; ++i) {
    all.push_back({"f" + std::to_string(i), [i](const SlicePoint& p) { return p.f(i); }});
    all.push_back({"f" + std::to_string(i) + " squared", [i](const SlicePoint& p) { return p.f(i) * p.f(i); }});
    const Index j = (i + 1) % n;
    all.push_back({"product", [i, j](const SlicePoint& p) { return p.f(i) * p.f(j); }});
  }
  all.push_back({"h", [](const SlicePoint& p) { return p.h; }});
  std::vector<double> h;
  std::vector<double> first;
  for (int k = 0; k < 1000; ++k) {
    const Vector f = target.next(stream);
    h.push_back(tilt(latent.problem(), sites, {f.data(), latent.y.size()}));
    first.push_back(f(0));
  }
  std::sort(h.begin(), h.end());
  std::sort(first.begin(), first.end());
  for (std::size_t decile = 1; decile < 10; ++decile) {
    const double h_at = h[100 * decile];
    const double f_at = first[100 * decile];
    all.push_back({"ECDF of h", [h_at](const SlicePoint& p) { return p.h < h_at ? 1.0 : 0.0; }});
    all.push_back({"ECDF of f0", [f_at](const SlicePoint& p) { return p.f(0) < f_at ? 1.0 : 0.0; }});
  }
  return all;
}

class SliceMove : public testing::TestWithParam<const char*> {};

// 4 problems x 4 temperatures x up to 34 functionals for each likelihood. The functionals of one setting are
// correlated, so only the bound on every |z| is used: 6.0 allows for 500 of them at 1e-6.
TEST_P(SliceMove, LeavesItsTargetInvariant) {
  const Likelihood& likelihood = likelihoods::named(GetParam());
  constexpr int kStarts = 20000;
  const double threshold = threshold_for(1e-6 / 500);
  Stream stream({.seed = 7, .purpose = Purpose::simulation});
  for (const Index n : {1, 3, 4, 5}) {
    const LatentCase latent(random_covariance(n, 3, stream), random_labels(n, stream), likelihood);
    Vector precision(n);
    Vector shift(n);
    for (Index i = 0; i < n; ++i) {
      precision(i) = uniform_between(stream, 0, 0.9);
      shift(i) = uniform_between(stream, 0.5, 1.5) * latent.y[static_cast<std::size_t>((i + 1) % n)];
    }
    const SitePosterior q = with_sites(latent, precision, shift);
    ASSERT_GT(q.mean.cwiseAbs().maxCoeff(), 0.3) << "the mean has to matter";
    for (const double beta : {0.05, 0.4, 0.8, 1.0}) {
      TargetDraws target(latent, q.sites, beta);
      GaussianDraws ellipse(q);
      const std::vector<Functional> all = functionals(n, target, latent, q.sites, stream);
      std::vector<std::vector<double>> differences(all.size());
      Vector proposal(n);
      for (int start = 0; start < kStarts; ++start) {
        SlicePoint point{target.next(stream)};
        point.h = tilt(latent.problem(), q.sites, {point.f.data(), latent.y.size()});
        std::vector<double> before;
        for (const Functional& functional : all) before.push_back(functional.of(point));
        for (int move = 0; move < 2; ++move) {
          elliptical_slice_move(latent.problem(), q, beta, ellipse.next(stream), stream, point, proposal);
        }
        for (std::size_t k = 0; k < all.size(); ++k) differences[k].push_back(all[k].of(point) - before[k]);
      }
      for (std::size_t k = 0; k < all.size(); ++k) {
        EXPECT_LT(std::abs(z_score(differences[k], 0)), threshold)
            << all[k].name << ", beta = " << beta << ", n = " << n << ", " << GetParam();
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, SliceMove, testing::Values("probit", "logit"),
                         [](const auto& info) { return std::string(info.param); });

// The successive-conditional form: f from the prior, y given f, then moves given y with sites that depend on y. Then f
// is still a draw of the prior, and y_i still follows f_i: E[f_i^2] = K_ii, E[y_i f_i] is as at the start.
// False-alarm rate 1e-6 (ZScores).
TEST(SliceMoveAtTheLabelsOfItsStart, KeepsThePriorOfF) {
  const Likelihood& likelihood = likelihoods::named("probit");
  constexpr Index kRows = 3;
  constexpr int kStarts = 30000;
  Stream stream({.seed = 8, .purpose = Purpose::simulation});
  const Matrix k = random_covariance(kRows, 3, stream);
  std::vector<std::vector<double>> squares(kRows);
  std::vector<std::vector<double>> products(kRows);
  Vector proposal(kRows);
  for (int start = 0; start < kStarts; ++start) {
    LatentCase latent(k, {1, 1, 1}, likelihood);
    Vector e(kRows);
    fill_normal(stream, {e.data(), kRows});
    SlicePoint point{latent.prior_factor.triangularView<Eigen::Lower>() * e};
    std::vector<double> labels;
    for (Index i = 0; i < kRows; ++i) {
      labels.push_back(testing_support::draw_label(likelihood, point.f(i), draw_uniform(stream)));
    }
    latent.respond(labels);
    const SitePosterior q = fitted(latent, "laplace");
    const Vector initial = point.f;
    point.h = tilt(latent.problem(), q.sites, {point.f.data(), kRows});
    Matrix normals(2 * kRows, 2);
    fill_normal(stream, {normals.data(), 4 * kRows});
    const Matrix e1 = q.law->draw(normals);
    for (Index move = 0; move < 2; ++move) {
      elliptical_slice_move(latent.problem(), q, 1, e1.col(move), stream, point, proposal);
    }
    for (Index i = 0; i < kRows; ++i) {
      const auto row = static_cast<std::size_t>(i);
      squares[row].push_back(point.f(i) * point.f(i));
      products[row].push_back(latent.y[row] * (point.f(i) - initial(i)));
    }
  }
  ZScores scores;
  for (std::size_t i = 0; i < static_cast<std::size_t>(kRows); ++i) {
    scores.add(z_score(squares[i], k(static_cast<Index>(i), static_cast<Index>(i))), "E f^2");
    scores.add(z_score(products[i], 0), "E y f");
  }
  scores.expect_standard_normal();
}

}  // namespace
}  // namespace lehr
