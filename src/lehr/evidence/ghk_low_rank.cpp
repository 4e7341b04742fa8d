// GHK where K = G G' with few columns: f = G x, x ~ N(0, I), and the law of x is followed from row to row, as a Kalman
// filter does. Its covariance S is the same in all particles; only the means m differ.
//
// Start:   S = (I + G' W G)^-1,  m = S G' nu,  log weight nu' G m / 2 + log |S| / 2: every row still has its site.
// Row i:   f_i = g'x has mean g'm and variance v = g'Sg; t_i is drawn as ghk_row.hpp says. Then t_i takes the site's
//          place: with s = S g, D = 1 - w and c = 1 / (1 + D v),
//            m <- m + s c (t - nu - D g'm),   S <- S - s s' c D.
// The rows go in panels, between which S and m move. For rows k < j of a panel, with S as it was at its beginning,
//   s_j = S g_j - sum_{k<j} s_k c_k D_k s_k'g_j,   g_j'm_j = g_j'm + sum_{k<j} (s_k'g_j) c_k (t_k - nu_k - D_k
//   g_k'm_k).

#include <lehr/evidence/ghk_low_rank.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include <Eigen/Dense>

#include <lehr/evidence/ghk_row.hpp>
#include <lehr/evidence/ghk_sites.hpp>
#include <lehr/evidence/latents.hpp>
#include <lehr/linalg/cholesky.hpp>

namespace lehr {
namespace {

constexpr Index kPanel = 32;

class LowRankGhk final : public PreparedEstimator {
 public:
  explicit LowRankGhk(const EstimatorInput& input)
      : covariance_(input.problem.covariance),
        sites_(ghk_sites(input.problem, input.posterior)),
        rows_(input.buffers.first),
        gains_(input.buffers.second),
        between_(input.buffers.third) {}

  [[nodiscard]] bool prepare() {
    rows_ = covariance_.matrix()(sites_.order, Eigen::all).transpose();
    Matrix s;
    if (!start_from_sites(s)) return false;
    const Index n = rows_.cols();
    gains_.resize(rows_.rows(), n);
    between_.resize(kPanel, n);
    variance_.resize(n);
    for (Index begin = 0; begin < n; begin += kPanel) add_panel(begin, std::min(kPanel, n - begin), s);
    return std::isfinite(start_) && (variance_.array() > 0).all();
  }

  std::size_t block_size() const override { return GhkRow::kMostParticles; }

  void run(std::span<const ParticleKey> keys, std::span<double> log_weights, Matrix& states) const override {
    const Index n = rows_.cols();
    const auto particles = static_cast<Index>(keys.size());
    const Matrix numbers = log_uniforms(keys, n);
    std::fill(log_weights.begin(), log_weights.end(), start_);
    states.resize(n, particles);
    Matrix m = mean_.transpose().replicate(particles, 1);
    Matrix means(particles, kPanel);  // g'm of the panel's rows, before their turn
    Matrix moves(particles, kPanel);  // c (t - nu - D g'm)
    Vector t(particles);
    for (Index begin = 0; begin < n; begin += kPanel) {
      const Index width = std::min(kPanel, n - begin);
      means.leftCols(width).noalias() = m * rows_.middleCols(begin, width);
      for (Index k = 0; k < width; ++k) {
        const Index i = begin + k;
        auto mean = means.col(k);
        if (k > 0) mean.noalias() += moves.leftCols(k) * between_.col(i).head(k);
        const GhkRow row{sites_.y(i), sites_.precision(i), sites_.shift(i), variance_(i), 1};
        const Index data_row = sites_.order[static_cast<std::size_t>(i)];
        row.draw({mean.data(), keys.size()}, {numbers.col(data_row).data(), keys.size()}, log_weights,
                 {t.data(), keys.size()});
        states.row(data_row) = t.transpose();
        moves.col(k) = shrink(i) * (t.array() - sites_.shift(i) - (1 - sites_.precision(i)) * mean.array());
      }
      m.noalias() += moves.leftCols(width) * gains_.middleCols(begin, width).transpose();
    }
  }

  /// Gaussian process regression with unit noise is a posterior with sites of precision 1 about t.
  std::optional<Vector> draw_latent(const Vector& t, Stream& stream) const override {
    return draw_latent_from_sites(covariance_, {Vector::Ones(t.size()), t}, stream);
  }

 private:
  double shrink(Index i) const { return 1 / (1 + (1 - sites_.precision(i)) * variance_(i)); }  // c

  bool start_from_sites(Matrix& s) {
    const Index rank = rows_.rows();
    const Matrix scaled = rows_ * sites_.precision.cwiseSqrt().asDiagonal();
    Matrix inverse = Matrix::Identity(rank, rank);  // of the Cholesky factor of I + G' W G
    inverse.selfadjointView<Eigen::Lower>().rankUpdate(scaled);
    Matrix scratch;
    if (!inverse_cholesky_in_place<double>(inverse, scratch)) return false;
    inverse.triangularView<Eigen::StrictlyUpper>().setZero();
    s.setZero(rank, rank);
    s.selfadjointView<Eigen::Lower>().rankUpdate(inverse.transpose());
    const Vector projected = rows_ * sites_.shift;
    mean_ = s.selfadjointView<Eigen::Lower>() * projected;
    start_ = 0.5 * projected.dot(mean_) + inverse.diagonal().array().log().sum();
    return true;
  }

  void add_panel(Index begin, Index width, Matrix& s) {
    const auto g = rows_.middleCols(begin, width);
    auto gains = gains_.middleCols(begin, width);
    gains.noalias() = s.selfadjointView<Eigen::Lower>() * g;
    // g' S g, from which the rows of the panel are taken out one after the other.
    Matrix inner = g.transpose() * gains;
    Matrix taken = Matrix::Identity(width, width);
    Vector root(width);
    for (Index k = 0; k < width; ++k) {
      const Index i = begin + k;
      variance_(i) = inner(k, k);
      const double weight = (1 - sites_.precision(i)) * shrink(i);  // D c
      root(k) = std::sqrt(weight);
      const Index after = width - k - 1;
      taken.row(k).tail(after) = weight * inner.row(k).tail(after);
      inner.bottomRightCorner(after, after).noalias() -= inner.col(k).tail(after) * (weight * inner.row(k).tail(after));
    }
    between_.middleCols(begin, width).topRows(width) = inner;
    taken.triangularView<Eigen::UnitUpper>().solveInPlace<Eigen::OnTheRight>(gains);
    s.selfadjointView<Eigen::Lower>().rankUpdate(gains * root.asDiagonal(), -1);
  }

  Covariance covariance_;
  GhkSites sites_;
  Matrix& rows_;     // G', its columns in order
  Matrix& gains_;    // s of each row, a column
  Matrix& between_;  // s_k'g_i for the rows k before row i in its panel, in column i
  Vector variance_;  // v
  Vector mean_;      // m at the start
  double start_ = 0;
};

}  // namespace

std::unique_ptr<PreparedEstimator> prepare_low_rank_ghk(const EstimatorInput& input) {
  auto prepared = std::make_unique<LowRankGhk>(input);
  if (!prepared->prepare()) return nullptr;
  return prepared;
}

}  // namespace lehr
