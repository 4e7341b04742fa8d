// One by one where K = G G' with few columns: f = G x, x ~ N(0, I), and the law of x is followed from row to row, as a
// Kalman filter does. Its covariance S is the same in all particles; only the means m differ. What is taken is
// t = f + e, e of the noise's variance s.
//
// Start:   S = (I + G' W G)^-1,  m = S G' nu,  log Zq = nu' G m / 2 + log |S| / 2: every row still has its site.
// Row i:   f_i = g'x has mean g'm and variance v = g'Sg. Without its site, with b = 1 - w v, it has the mean
//          (g'm - v nu) / b and the variance v / b, and t_i is proposed from that and the noise. N(t | 0, A) over the
//          density of all proposals is Zq over the integrals of the sites under these laws: its logarithm grows by
//            (w (g'm)^2 - 2 nu g'm + v nu^2) / (2 b) - log(b) / 2.
//          Once t_i is drawn it replaces the site: with h = S g,
//          D = 1 - s w and c = 1 / (s + D v),
//            m <- m + h c (t - s nu - D g'm),   S <- S - h h' c D.
// The rows go in panels, between which S and m move. For rows k < j of a panel, with S as it was at its beginning,
//   h_j = S g_j - sum_{k<j} h_k c_k D_k h_k'g_j,   g_j'm_j = g_j'm + sum_{k<j} (h_k'g_j) c_k (t_k - s nu_k - D_k
//   g_k'm_k).

#include <lehr/priors/low_rank_one_by_one.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include <Eigen/Dense>

#include <lehr/linalg/cholesky.hpp>

namespace lehr {
namespace {

constexpr Index kPanel = 32;
constexpr Index kScaledAtOnce = 256;

class LowRankOneByOne final : public OneByOne {
 public:
  /// Only memory is left of what was before.
  [[nodiscard]] bool begin(const LowRankPrior& prior, OrderedSites sites, double noise) {
    prior_ = &prior;
    sites_ = std::move(sites);
    least_ = prior.least_noise();
    noise_ = prior.used_noise(noise);
    takes_latent_ = !(noise > 0);
    rows_ = prior.g()(sites_.order, Eigen::all).transpose();
    Matrix s;
    if (stopped() || !start_from_sites(s)) return false;
    const Index n = rows_.cols();
    gains_.resize(rows_.rows(), n);
    between_.resize(kPanel, n);
    variance_.resize(n);
    for (Index begin = 0; begin < n; begin += kPanel) {
      if (stopped() || !add_panel(begin, std::min(kPanel, n - begin), s)) return false;
    }
    left_ = 1 - sites_.precision.array() * variance_.array();
    log_constant_ = log_normaliser_ - 0.5 * left_.array().log().sum();
    return left_.minCoeff() > 0 && std::isfinite(log_constant_);
  }

  Index size() const override { return rows_.cols(); }

  Turn turn(Index place) const override {
    return {sites_.order[static_cast<std::size_t>(place)], variance_(place) / left_(place) + noise_,
            std::sqrt(variance_(place) + noise_)};
  }

  std::unique_ptr<Walk> walk(Index particles) const override { return std::make_unique<LowRankWalk>(*this, particles); }

  /// Gaussian process regression is a posterior with sites of precision 1 / noise about t.
  std::optional<Vector> draw_latent(const Vector& t, Stream& stream) const override {
    if (takes_latent_) return t;
    const std::unique_ptr<Conditioned> law = prior_->under_sites(nullptr);
    const Sites values{Vector::Constant(t.size(), 1 / noise_), t / noise_};
    if (!law->condition(values, Accuracy::full)) return std::nullopt;
    Vector f = law->draw_one(law->mean(values.shift).mean, stream);
    if (stopped()) return std::nullopt;
    return f;
  }

  std::optional<Vector> alpha(const Vector& t) const override {
    const std::unique_ptr<Regression> law = prior_->regression(noise_, Accuracy::full, nullptr);
    if (law == nullptr) return std::nullopt;
    return law->alpha(t);
  }

 private:
  class LowRankWalk final : public Walk {
   public:
    LowRankWalk(const LowRankOneByOne& law, Index particles)
        : law_(law),
          m_(law.mean_.transpose().replicate(particles, 1)),
          means_(particles, kPanel),
          proposed_(particles),
          moves_(particles, kPanel),
          log_ratios_(Vector::Constant(particles, law.log_constant_)) {}

    std::span<const double> means(Index place) override {
      const Index k = place % kPanel;
      if (k == 0) begin_panel(place);
      auto mean = means_.col(k);
      if (k > 0) mean.noalias() += moves_.leftCols(k) * law_.between_.col(place).head(k);
      proposed_ = (mean.array() - law_.variance_(place) * law_.sites_.shift(place)) / law_.left_(place);
      return {proposed_.data(), static_cast<std::size_t>(proposed_.size())};
    }

    void take(Index place, std::span<const double> values) override {
      const Eigen::Map<const Eigen::ArrayXd> t(values.data(), static_cast<Index>(values.size()));
      const Index k = place % kPanel;
      add_log_ratios(place, means_.col(k));
      moves_.col(k) = law_.shrink(place) *
                      (t - law_.noise_ * law_.sites_.shift(place) - law_.noise_left(place) * means_.col(k).array());
    }

    std::span<const double> log_ratios() const override {
      return {log_ratios_.data(), static_cast<std::size_t>(log_ratios_.size())};
    }

   private:
    void add_log_ratios(Index place, const Vector& mean) {
      const double w = law_.sites_.precision(place);
      const double nu = law_.sites_.shift(place);
      log_ratios_.array() += (w * mean.array().square() - 2 * nu * mean.array() + law_.variance_(place) * nu * nu) /
                             (2 * law_.left_(place));
    }

    void begin_panel(Index begin) {
      if (begin > 0) {
        m_.noalias() += moves_ * law_.gains_.middleCols(begin - kPanel, kPanel).transpose();
      }
      const Index width = std::min(kPanel, law_.size() - begin);
      means_.leftCols(width).noalias() = m_ * law_.rows_.middleCols(begin, width);
    }

    const LowRankOneByOne& law_;
    Matrix m_;
    Matrix means_;     // g'm of the panel's rows, before their turn
    Vector proposed_;  // the means without the row's site
    Matrix moves_;     // c (t - s nu - D g'm)
    Vector log_ratios_;
  };

  double noise_left(Index i) const { return 1 - noise_ * sites_.precision(i); }         // D
  double shrink(Index i) const { return 1 / (noise_ + noise_left(i) * variance_(i)); }  // c

  bool stopped() const { return prior_->stop().stop_requested(); }

  bool start_from_sites(Matrix& s) {
    const Index rank = rows_.rows();
    Matrix inverse = Matrix::Identity(rank, rank);  // of the Cholesky factor of I + G' W G
    Matrix scaled;
    for (Index begin = 0; begin < rows_.cols(); begin += kScaledAtOnce) {
      const Index count = std::min(kScaledAtOnce, rows_.cols() - begin);
      scaled = rows_.middleCols(begin, count) * sites_.precision.segment(begin, count).cwiseSqrt().asDiagonal();
      inverse.selfadjointView<Eigen::Lower>().rankUpdate(scaled);
    }
    Matrix scratch;
    if (!inverse_cholesky_in_place<double>(inverse, scratch)) return false;
    inverse.triangularView<Eigen::StrictlyUpper>().setZero();
    s.setZero(rank, rank);
    s.selfadjointView<Eigen::Lower>().rankUpdate(inverse.transpose());
    const Vector projected = rows_ * sites_.shift;
    mean_ = s.selfadjointView<Eigen::Lower>() * projected;
    log_normaliser_ = 0.5 * projected.dot(mean_) + inverse.diagonal().array().log().sum();
    return true;
  }

  /// False when the numbers break down.
  bool add_panel(Index begin, Index width, Matrix& s) {
    const auto g = rows_.middleCols(begin, width);
    auto gains = gains_.middleCols(begin, width);
    gains.noalias() = s.selfadjointView<Eigen::Lower>() * g;
    // g' S g, from which the rows of the panel are taken out one after the other.
    Matrix inner = g.transpose() * gains;
    Matrix taken = Matrix::Identity(width, width);
    Vector root(width);
    for (Index k = 0; k < width; ++k) {
      const Index i = begin + k;
      // Rounding may leave a row that the others determine a variance below 0.
      if (!(inner(k, k) > -0.1 * least_)) return false;
      variance_(i) = std::max(inner(k, k), 0.0);
      const double weight = noise_left(i) * shrink(i);  // D c
      root(k) = std::sqrt(weight);
      const Index after = width - k - 1;
      taken.row(k).tail(after) = weight * inner.row(k).tail(after);
      inner.bottomRightCorner(after, after).noalias() -= inner.col(k).tail(after) * (weight * inner.row(k).tail(after));
    }
    between_.middleCols(begin, width).topRows(width) = inner;
    taken.triangularView<Eigen::UnitUpper>().solveInPlace<Eigen::OnTheRight>(gains);
    s.selfadjointView<Eigen::Lower>().rankUpdate(gains * root.asDiagonal(), -1);
    return true;
  }

  const LowRankPrior* prior_ = nullptr;
  OrderedSites sites_;
  double noise_ = 1;  // s; a little where the response has none
  double least_ = 0;
  bool takes_latent_ = false;  // then t is f
  Matrix rows_;                // G', its columns in order
  Matrix gains_;               // h of each row, a column
  Matrix between_;             // h_k'g_i for the rows k before row i in its panel, in column i
  Vector variance_;            // v
  Vector left_;                // b
  Vector mean_;                // m at the start
  double log_normaliser_ = 0;  // log Zq
  double log_constant_ = 0;    // the part of the log ratio that all particles share
};

}  // namespace

std::unique_ptr<OneByOne> take_low_rank_one_by_one(const LowRankPrior& prior, OrderedSites sites, double noise,
                                                   std::unique_ptr<OneByOne> memory) {
  if (dynamic_cast<LowRankOneByOne*>(memory.get()) == nullptr) memory = std::make_unique<LowRankOneByOne>();
  if (!static_cast<LowRankOneByOne&>(*memory).begin(prior, std::move(sites), noise)) return nullptr;
  return memory;
}

}  // namespace lehr
