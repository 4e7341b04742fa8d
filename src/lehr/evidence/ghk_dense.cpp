// GHK where the covariance is dense. It works on t itself, so that no jitter is needed.
//
// Sites on t:    w~ = w / (1 - w),  nu~ = nu / (1 - w).
// Shared:        A = LA LA',  C = I + LA' W~ LA = T' T (T lower),  Lt = LA T^-1, the Cholesky factor of (A^-1 + W~)^-1,
//                mu_t = Lt Lt' nu~,  log weight starts at nu~' mu_t / 2 - log |T|.
// Row i:         mean m = mu_t,i + sum_{j<i} Lt,ij z_j and variance Lt,ii^2 of t_i, drawn as ghk_row.hpp says;
//                z_i = (t_i - m) / Lt,ii.
// The rows go in panels, so that most of the flops are matrix products.

#include <lehr/evidence/ghk_dense.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

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

class DenseGhk final : public PreparedEstimator {
 public:
  explicit DenseGhk(const EstimatorInput& input)
      : sites_(ghk_sites(input.problem, input.posterior)),
        covariance_(input.problem.covariance.matrix()),
        noisy_factor_(input.buffers.first),
        factor_(input.buffers.second),
        scratch_(input.buffers.third) {}

  [[nodiscard]] bool prepare() {
    const Vector noise_left = 1 - sites_.precision.array();
    sites_.precision.array() /= noise_left.array();  // w~
    sites_.shift.array() /= noise_left.array();      // nu~
    const Index n = covariance_.rows();

    gather_covariance(factor_);
    factor_.diagonal().array() += 1;                        // A
    if (!cholesky_in_place<double>(factor_)) return false;  // LA
    noisy_factor_ = factor_;
    Matrix& t = scratch_;  // W~^1/2 LA, then its gram matrix, C, T
    t.resize(n, n);
    const Vector root = sites_.precision.cwiseSqrt();
    for (Index j = 0; j < n; ++j) t.col(j).tail(n - j) = root.tail(n - j).cwiseProduct(factor_.col(j).tail(n - j));
    lower_gram_in_place(t);
    t.diagonal().array() += 1;
    if (!reverse_cholesky_in_place(t)) return false;
    divide_by_lower_in_place(factor_, t);  // Lt

    const Vector projected = factor_.transpose().triangularView<Eigen::Upper>() * sites_.shift;
    mean_ = factor_.triangularView<Eigen::Lower>() * projected;
    start_ = 0.5 * sites_.shift.dot(mean_) - t.diagonal().array().log().sum();
    return std::isfinite(start_) && mean_.allFinite();
  }

  std::size_t block_size() const override { return GhkRow::kMostParticles; }

  void run(std::span<const ParticleKey> keys, std::span<double> log_weights, Matrix& states) const override {
    const Index n = mean_.size();
    const auto particles = static_cast<Index>(keys.size());
    std::vector<Stream> streams;
    for (const ParticleKey& key : keys) streams.emplace_back(key.stream(Purpose::particle_draws));
    std::fill(log_weights.begin(), log_weights.end(), start_);
    states.resize(n, particles);
    ParticlesByRows z(particles, n);
    ParticlesByRows m(particles, kPanel);
    for (Index begin = 0; begin < n; begin += kPanel) {
      const Index width = std::min(kPanel, n - begin);
      auto panel = m.leftCols(width);
      panel = mean_.segment(begin, width).transpose().replicate(particles, 1);
      if (begin > 0) panel.noalias() += z.leftCols(begin) * factor_.block(begin, 0, width, begin).transpose();
      for (Index i = begin; i < begin + width; ++i) {
        auto mean = m.col(i - begin);
        if (i > begin) {
          mean.noalias() += z.middleCols(begin, i - begin) * factor_.row(i).segment(begin, i - begin).transpose();
        }
        const double sd = factor_(i, i);
        const GhkRow row{sites_.y(i), sites_.precision(i), sites_.shift(i), sd * sd, 0};
        row.draw({mean.data(), keys.size()}, streams, log_weights, {z.col(i).data(), keys.size()});
        states.row(sites_.order[static_cast<std::size_t>(i)]) = z.col(i).transpose();
        z.col(i) = (z.col(i) - mean) / sd;
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
    noisy_factor_.triangularView<Eigen::Lower>().solveInPlace(rest);
    noisy_factor_.transpose().triangularView<Eigen::Upper>().solveInPlace(rest);
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
  Matrix& noisy_factor_;  // LA
  Matrix& factor_;        // Lt
  Matrix& scratch_;
  Vector mean_;  // mu_t
  double start_ = 0;
};

}  // namespace

std::unique_ptr<PreparedEstimator> prepare_dense_ghk(const EstimatorInput& input) {
  auto prepared = std::make_unique<DenseGhk>(input);
  if (!prepared->prepare()) return nullptr;
  return prepared;
}

}  // namespace lehr
