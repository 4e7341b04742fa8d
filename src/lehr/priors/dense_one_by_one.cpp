// One by one where K is dense. The values are those of t = f + noise, of covariance A = K + noise I; where responses
// have no noise it is so little that t is f to all that matters.
//
// Sites on t:    w~ = w / (1 - noise w),  nu~ = nu / (1 - noise w).
// Shared:        A = LA LA',  C = I + LA' W~ LA = T' T (T lower). Lt = LA T^-1 would be the Cholesky factor of
//                (A^-1 + W~)^-1, the law of t under its sites; it is not formed.
//                mu_t = Lt Lt' nu~,  log Zq = nu~' mu_t / 2 - log |T|.
// Row i:         with t - mu_t = LA x, that is x = T^-1 z for the standard normal z of the sites' law, t_i has the mean
//                mu_t,i + sum_{j<i} (LA_ij - s_i T_ij) x_j and the sd s_i = LA_ii / T_ii; once it is drawn,
//                x_i = (t_i - mu_t,i - sum_{j<i} LA_ij x_j) / LA_ii.
// The rows go in panels, so that most of the flops are matrix products.

#include <lehr/priors/dense_one_by_one.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include <Eigen/Dense>

#include <lehr/linalg/cholesky.hpp>
#include <lehr/linalg/jitter.hpp>
#include <lehr/linalg/triangular.hpp>
#include <lehr/random/distributions.hpp>

namespace lehr {
namespace {

constexpr Index kPanel = 64;

using ParticlesByRows = Matrix;  // a column holds one row's value in every particle

class DenseOneByOne final : public OneByOne {
 public:
  /// Only memory is left of what was before.
  [[nodiscard]] bool begin(const DensePrior& prior, OrderedSites sites, double noise) {
    prior_ = &prior;
    sites_ = std::move(sites);
    noise_ = std::max(noise, prior.least_noise());
    takes_latent_ = !(noise > 0);
    const Vector noise_left = 1 - noise_ * sites_.precision.array();
    sites_.precision.array() /= noise_left.array();  // w~
    sites_.shift.array() /= noise_left.array();      // nu~
    const Index n = prior.size();

    gather_covariance();
    factor_.diagonal().array() += noise_;                                // A
    if (stopped() || !cholesky_in_place<double>(factor_)) return false;  // LA
    Matrix& t = ahead_;                                                  // W~^1/2 LA, then its gram matrix, C, T
    t.resize(n, n);
    const Vector root = sites_.precision.cwiseSqrt();
    for (Index j = 0; j < n; ++j) t.col(j).tail(n - j) = root.tail(n - j).cwiseProduct(factor_.col(j).tail(n - j));
    if (stopped()) return false;
    lower_gram_in_place(t, scratch_);
    t.diagonal().array() += 1;
    if (stopped() || !reverse_cholesky_in_place(t)) return false;

    Vector x = factor_.transpose().triangularView<Eigen::Upper>() * sites_.shift;
    t.transpose().triangularView<Eigen::Upper>().solveInPlace(x);
    t.triangularView<Eigen::Lower>().solveInPlace(x);
    mean_ = factor_.triangularView<Eigen::Lower>() * x;
    log_normaliser_ = 0.5 * sites_.shift.dot(mean_) - t.diagonal().array().log().sum();
    sd_ = factor_.diagonal().cwiseQuotient(t.diagonal());
    for (Index j = 0; j < n; ++j) {
      ahead_.col(j).tail(n - j) = factor_.col(j).tail(n - j) - sd_.tail(n - j).cwiseProduct(t.col(j).tail(n - j));
    }
    gather_corners(ahead_, ahead_corners_);
    gather_corners(factor_, factor_corners_);
    return std::isfinite(log_normaliser_) && mean_.allFinite();
  }

  Index size() const override { return mean_.size(); }
  double log_normaliser() const override { return log_normaliser_; }

  Turn turn(Index place) const override {
    return {sites_.order[static_cast<std::size_t>(place)], sites_.precision(place), sites_.shift(place),
            sd_(place) * sd_(place), 0};
  }

  std::unique_ptr<Walk> walk(Index particles) const override { return std::make_unique<DenseWalk>(*this, particles); }

  /// Gaussian process regression: with u ~ N(0, K) and e ~ N(0, noise I), f = u + K A^-1 (t - u - e). Only u may need
  /// jitter.
  std::optional<Vector> draw_latent(const Vector& t, Stream& stream) const override {
    if (takes_latent_) return t;
    const Index n = t.size();
    Matrix& prior_factor = scratch_;
    if (!factorise_with_jitter(prior_->lower(), prior_factor, prior_->stop())) return std::nullopt;
    Vector noise(n);
    fill_normal(stream, {noise.data(), static_cast<std::size_t>(n)});
    Vector f = prior_factor.triangularView<Eigen::Lower>() * noise;
    fill_normal(stream, {noise.data(), static_cast<std::size_t>(n)});
    noise *= std::sqrt(noise_);
    Vector rest = (t - f - noise)(sites_.order);
    factor_.triangularView<Eigen::Lower>().solveInPlace(rest);
    factor_.transpose().triangularView<Eigen::Upper>().solveInPlace(rest);
    noise(sites_.order) = rest;
    f.noalias() += prior_->lower().selfadjointView<Eigen::Lower>() * noise;
    return f;
  }

 private:
  class DenseWalk final : public Walk {
   public:
    DenseWalk(const DenseOneByOne& law, Index particles)
        : law_(law), x_(particles, law.size()), ahead_(particles, kPanel), so_far_(particles, kPanel) {}

    std::span<const double> means(Index place) override {
      const Index k = place % kPanel;
      if (k == 0) begin_panel(place);
      const Index begin = place - k;
      auto mean = ahead_.col(k);
      mean.array() += law_.mean_(place);
      if (k > 0) {
        mean.noalias() += x_.middleCols(begin, k) * law_.ahead_corners_.col(place).head(k);
        so_far_.col(k).noalias() += x_.middleCols(begin, k) * law_.factor_corners_.col(place).head(k);
      }
      return {mean.data(), static_cast<std::size_t>(mean.size())};
    }

    void take(Index place, std::span<const double> values) override {
      const Eigen::Map<const Vector> drawn(values.data(), static_cast<Index>(values.size()));
      x_.col(place) = ((drawn - so_far_.col(place % kPanel)).array() - law_.mean_(place)) / law_.factor_(place, place);
    }

   private:
    void begin_panel(Index begin) {
      const Index width = std::min(kPanel, law_.size() - begin);
      ahead_.leftCols(width).noalias() = x_.leftCols(begin) * law_.ahead_.block(begin, 0, width, begin).transpose();
      so_far_.leftCols(width).noalias() = x_.leftCols(begin) * law_.factor_.block(begin, 0, width, begin).transpose();
    }

    const DenseOneByOne& law_;
    ParticlesByRows x_;
    ParticlesByRows ahead_;   // what x so far adds to the mean of the panel's rows
    ParticlesByRows so_far_;  // and to their value
  };

  bool stopped() const { return prior_->stop().stop_requested(); }

  /// The lower triangle of K with its rows and columns in order, into factor_.
  void gather_covariance() {
    const Matrix& k = prior_->lower();
    const Index n = k.rows();
    factor_.resize(n, n);
    for (Index j = 0; j < n; ++j) {
      const Index column = sites_.order[static_cast<std::size_t>(j)];
      for (Index i = j; i < n; ++i) {
        const Index row = sites_.order[static_cast<std::size_t>(i)];
        factor_(i, j) = row >= column ? k(row, column) : k(column, row);
      }
    }
  }

  /// What each row has within its panel, left of the diagonal, in a column: there its numbers lie side by side.
  static void gather_corners(const Matrix& lower, Matrix& corners) {
    corners.resize(kPanel, lower.rows());
    for (Index place = 0; place < lower.rows(); ++place) {
      const Index k = place % kPanel;
      corners.col(place).head(k) = lower.row(place).segment(place - k, k).transpose();
    }
  }

  const DensePrior* prior_ = nullptr;
  OrderedSites sites_;  // on t
  double noise_ = 0;
  bool takes_latent_ = false;  // then t is f
  Matrix factor_;              // LA
  Matrix ahead_;               // LA_ij - s_i T_ij
  Matrix ahead_corners_;
  Matrix factor_corners_;
  mutable Matrix scratch_;
  Vector mean_;  // mu_t
  Vector sd_;    // s
  double log_normaliser_ = 0;
};

}  // namespace

std::unique_ptr<OneByOne> take_dense_one_by_one(const DensePrior& prior, OrderedSites sites, double noise,
                                                std::unique_ptr<OneByOne> memory) {
  if (dynamic_cast<DenseOneByOne*>(memory.get()) == nullptr) memory = std::make_unique<DenseOneByOne>();
  if (!static_cast<DenseOneByOne&>(*memory).begin(prior, std::move(sites), noise)) return nullptr;
  return memory;
}

}  // namespace lehr
