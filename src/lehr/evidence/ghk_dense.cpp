// GHK where the covariance is dense. It works on t itself, so that no jitter is needed.
//
// Sites on t:    w~ = w / (1 - w),  nu~ = nu / (1 - w).
// Shared:        A = LA LA',  C = I + LA' W~ LA = T' T (T lower). Lt = LA T^-1 would be the Cholesky factor of
//                (A^-1 + W~)^-1, the law of t under its sites; it is not formed.
//                mu_t = Lt Lt' nu~,  log weight starts at nu~' mu_t / 2 - log |T|.
// Row i:         with t - mu_t = LA x, that is x = T^-1 z for the standard normal z of the sites' law, t_i has the mean
//                mu_t,i + sum_{j<i} (LA_ij - s_i T_ij) x_j and the sd s_i = LA_ii / T_ii; it is drawn as ghk_row.hpp
//                says, and x_i = (t_i - mu_t,i - sum_{j<i} LA_ij x_j) / LA_ii.
// The rows go in panels, so that most of the flops are matrix products.

#include <lehr/evidence/ghk_dense.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include <Eigen/Dense>

#include <lehr/evidence/ghk_row.hpp>
#include <lehr/evidence/ghk_sites.hpp>
#include <lehr/linalg/cholesky.hpp>
#include <lehr/linalg/jitter.hpp>
#include <lehr/linalg/triangular.hpp>
#include <lehr/random/distributions.hpp>

namespace lehr {
namespace {

constexpr Index kPanel = 64;

using ParticlesByRows = Matrix;  // a column holds one row's value in every particle
using Corner = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kPanel, kPanel>;

class DenseGhk final : public PreparedEstimator {
 public:
  explicit DenseGhk(const EstimatorInput& input)
      : sites_(ghk_sites(input.problem, input.posterior)),
        covariance_(input.problem.covariance.matrix()),
        factor_(input.buffers.first),
        ahead_(input.buffers.second),
        scratch_(input.buffers.third) {}

  [[nodiscard]] bool prepare() {
    const Vector noise_left = 1 - sites_.precision.array();
    sites_.precision.array() /= noise_left.array();  // w~
    sites_.shift.array() /= noise_left.array();      // nu~
    const Index n = covariance_.rows();

    gather_covariance(factor_);
    factor_.diagonal().array() += 1;                        // A
    if (!cholesky_in_place<double>(factor_)) return false;  // LA
    Matrix& t = ahead_;                                     // W~^1/2 LA, then its gram matrix, C, T
    t.resize(n, n);
    const Vector root = sites_.precision.cwiseSqrt();
    for (Index j = 0; j < n; ++j) t.col(j).tail(n - j) = root.tail(n - j).cwiseProduct(factor_.col(j).tail(n - j));
    lower_gram_in_place(t, scratch_);
    t.diagonal().array() += 1;
    if (!reverse_cholesky_in_place(t)) return false;

    Vector x = factor_.transpose().triangularView<Eigen::Upper>() * sites_.shift;
    t.transpose().triangularView<Eigen::Upper>().solveInPlace(x);
    t.triangularView<Eigen::Lower>().solveInPlace(x);
    mean_ = factor_.triangularView<Eigen::Lower>() * x;
    start_ = 0.5 * sites_.shift.dot(mean_) - t.diagonal().array().log().sum();
    sd_ = factor_.diagonal().cwiseQuotient(t.diagonal());
    for (Index j = 0; j < n; ++j) {
      ahead_.col(j).tail(n - j) = factor_.col(j).tail(n - j) - sd_.tail(n - j).cwiseProduct(t.col(j).tail(n - j));
    }
    return std::isfinite(start_) && mean_.allFinite();
  }

  std::size_t block_size() const override { return GhkRow::kMostParticles; }

  void run(std::span<const ParticleKey> keys, std::span<double> log_weights, Matrix& states) const override {
    const Index n = mean_.size();
    const auto particles = static_cast<Index>(keys.size());
    const Matrix numbers = log_uniforms(keys, n);
    std::fill(log_weights.begin(), log_weights.end(), start_);
    states.resize(n, particles);
    ParticlesByRows x(particles, n);
    ParticlesByRows ahead(particles, kPanel);   // what x so far adds to the mean of the panel's rows
    ParticlesByRows so_far(particles, kPanel);  // and to their value
    Corner ahead_corner;                        // of the panel, transposed: a row's numbers lie side by side
    Corner factor_corner;
    for (Index begin = 0; begin < n; begin += kPanel) {
      const Index width = std::min(kPanel, n - begin);
      ahead.leftCols(width).noalias() = x.leftCols(begin) * ahead_.block(begin, 0, width, begin).transpose();
      so_far.leftCols(width).noalias() = x.leftCols(begin) * factor_.block(begin, 0, width, begin).transpose();
      ahead_corner = ahead_.block(begin, begin, width, width).transpose();
      factor_corner = factor_.block(begin, begin, width, width).transpose();
      for (Index k = 0; k < width; ++k) {
        const Index i = begin + k;
        auto mean = ahead.col(k);
        mean.array() += mean_(i);
        if (k > 0) {
          mean.noalias() += x.middleCols(begin, k) * ahead_corner.col(k).head(k);
          so_far.col(k).noalias() += x.middleCols(begin, k) * factor_corner.col(k).head(k);
        }
        const GhkRow row{sites_.y(i), sites_.precision(i), sites_.shift(i), sd_(i) * sd_(i), 0};
        const Index data_row = sites_.order[static_cast<std::size_t>(i)];
        row.draw({mean.data(), keys.size()}, {numbers.col(data_row).data(), keys.size()}, log_weights,
                 {x.col(i).data(), keys.size()});
        states.row(data_row) = x.col(i).transpose();
        x.col(i) = ((x.col(i) - so_far.col(k)).array() - mean_(i)) / factor_(i, i);
      }
    }
  }

  /// Gaussian process regression with unit noise: with u ~ N(0, K) and e ~ N(0, I), f = u + K A^-1 (t - u - e). Only u
  /// may need jitter.
  std::optional<Vector> draw_latent(const Vector& t, Stream& stream) const override {
    const Index n = t.size();
    Matrix& prior_factor = scratch_;
    if (!factorise_with_jitter(covariance_, prior_factor)) return std::nullopt;
    Vector noise(n);
    fill_normal(stream, {noise.data(), static_cast<std::size_t>(n)});
    Vector f = prior_factor.triangularView<Eigen::Lower>() * noise;
    fill_normal(stream, {noise.data(), static_cast<std::size_t>(n)});
    Vector rest = (t - f - noise)(sites_.order);
    factor_.triangularView<Eigen::Lower>().solveInPlace(rest);
    factor_.transpose().triangularView<Eigen::Upper>().solveInPlace(rest);
    noise(sites_.order) = rest;
    f.noalias() += covariance_.selfadjointView<Eigen::Lower>() * noise;
    return f;
  }

 private:
  /// The lower triangle of K with its rows and columns in order.
  void gather_covariance(Matrix& out) const {
    const Index n = covariance_.rows();
    out.resize(n, n);
    for (Index j = 0; j < n; ++j) {
      const Index column = sites_.order[static_cast<std::size_t>(j)];
      for (Index i = j; i < n; ++i) {
        const Index row = sites_.order[static_cast<std::size_t>(i)];
        out(i, j) = row >= column ? covariance_(row, column) : covariance_(column, row);
      }
    }
  }

  GhkSites sites_;  // on t
  const Matrix& covariance_;
  Matrix& factor_;  // LA
  Matrix& ahead_;   // LA_ij - s_i T_ij
  Matrix& scratch_;
  Vector mean_;  // mu_t
  Vector sd_;    // s
  double start_ = 0;
};

}  // namespace

std::unique_ptr<PreparedEstimator> prepare_dense_ghk(const EstimatorInput& input) {
  auto prepared = std::make_unique<DenseGhk>(input);
  if (!prepared->prepare()) return nullptr;
  return prepared;
}

}  // namespace lehr
