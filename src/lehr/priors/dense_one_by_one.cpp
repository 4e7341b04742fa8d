// One by one where K is dense. The values are those of t = f + noise, of covariance A = K + noise I; where responses
// have no noise it is so little that t is f to all that matters.
//
// Exact:        A = LA LA' in double, the rows in their order; r = LA^-1 t, found row by row as values come.
// Proposals:    sites on t are w~ = w / (1 - noise w), nu~ = nu / (1 - noise w). From r_0 … r_(i-1) they tell the law
//               of r_i (sites_ahead.hpp), so that t_i = sum_{j<=i} LA_ij r_j has, with s_i = LA_ii / T_ii,
//                 the mean m = sum_{j<i} LA_ij r_j + s_i (g_i - sum_{j<i} T_ij r_j) and the variance v = s_i^2.
//               Without the row's own site, b = 1 - w~ v: mc = (m - v nu~) / b, vc = v / b.
// Log ratio:    log N(t | 0, A) - sum_i log N(t_i | mc_i, vc_i)
//                 = sum_i [ -r_i^2 / 2 + (t_i - mc_i)^2 / (2 vc_i) + log(sqrt(vc_i) / LA_ii) ].
// T and g are in no need of accuracy: they only say what is proposed. So they are made in single precision, unless that
// leaves too little of some b.

#include <lehr/priors/dense_one_by_one.hpp>

#include <cmath>
#include <cstddef>
#include <utility>

#include <Eigen/Dense>

#include <lehr/base/memory.hpp>
#include <lehr/linalg/jitter.hpp>
#include <lehr/linalg/panel_cholesky.hpp>
#include <lehr/linalg/panel_products.hpp>
#include <lehr/linalg/panel_sums.hpp>
#include <lehr/priors/dense_draws.hpp>
#include <lehr/priors/sites_ahead.hpp>
#include <lehr/random/distributions.hpp>

namespace lehr {
namespace {

constexpr double kLeastLeft = 1e-3;  // of b, by single precision, whose rounding moves b by up to about 1e-5

class DenseOneByOne final : public OneByOne {
 public:
  /// Only memory is left of what was before.
  [[nodiscard]] bool begin(const DensePrior& prior, OrderedSites sites, double noise) {
    prior_ = &prior;
    sites_ = std::move(sites);
    noise_ = prior.used_noise(noise);
    takes_latent_ = !(noise > 0);
    const Vector noise_left = 1 - noise_ * sites_.precision.array();
    sites_.precision.array() /= noise_left.array();  // w~
    sites_.shift.array() /= noise_left.array();      // nu~

    prior.gather(sites_.order, noise_, factor_);
    if (stopped() || cholesky(factor_, prior_->stop_check()) != PanelStatus::done) return false;
    diagonal_.resize(factor_.rows());
    for (Index i = 0; i < factor_.rows(); ++i) diagonal_(i) = factor_(i, i);
    if (gives_back()) full_ = {};
    is_rough_ = look_ahead(rough_) && left_.minCoeff() >= kLeastLeft;
    if (!is_rough_ && gives_back()) rough_ = {};
    if (!is_rough_ && (stopped() || !look_ahead(full_))) return false;
    log_constant_ = (sd_.array().log() - 0.5 * left_.array().log() - diagonal_.array().log()).sum();
    return left_.minCoeff() > 0 && std::isfinite(log_constant_);
  }

  Index size() const override { return diagonal_.size(); }

  Turn turn(Index place) const override {
    return {sites_.order[static_cast<std::size_t>(place)], variance(place), sd_(place)};
  }

  std::unique_ptr<Walk> walk(Index particles) const override {
    if (is_rough_) return std::make_unique<DenseWalk<float>>(*this, rough_, particles);
    return std::make_unique<DenseWalk<double>>(*this, full_, particles);
  }

  /// Gaussian process regression is a posterior with sites of precision 1 / noise about t: B = A / noise, and the mean
  /// is t - noise A^-1 t. Only the draw of N(0, K) may need jitter.
  std::optional<Vector> draw_latent(const Vector& t, Stream& stream) const override {
    if (takes_latent_) return t;
    const Index n = t.size();
    const auto fill = [&](double added, PanelMatrix<double>& out) { prior_->gather(sites_.order, added, out); };
    const double variance = prior_->marginal_variances().maxCoeff();
    if (!factorise_with_jitter(variance, fill, prior_factor_, prior_->stop_check())) return std::nullopt;
    Vector normals(2 * n);
    fill_normal(stream, {normals.data(), static_cast<std::size_t>(normals.size())});
    const Matrix u = multiply_vector(prior_factor_, Vector(normals.head(n)));
    if (gives_back()) prior_factor_ = {};
    const auto solve = [&](Matrix& x) {
      Vector solved = noise_ * x.col(0);
      solve_in_order(solved);
      x.col(0) = solved;
    };
    const Vector root = Vector::Constant(n, 1 / std::sqrt(noise_));
    Matrix z(n, 1);
    Matrix x;
    draw_by_matheron(u, root, normals.tail(n), solve, z, x);
    Vector f = t - noise_ * *alpha(t);
    f(sites_.order) += z.col(0);
    return f;
  }

  std::optional<Vector> alpha(const Vector& t) const override {
    Vector solved = t(sites_.order);
    solve_in_order(solved);
    Vector result(t.size());
    result(sites_.order) = solved;
    return result;
  }

 private:
  template <class Scalar>
  class DenseWalk final : public Walk {
   public:
    DenseWalk(const DenseOneByOne& law, const SitesAhead<Scalar>& ahead, Index particles)
        : law_(law),
          values_(law.factor_, particles),
          ahead_(ahead.reversed_factor(), particles),
          so_far_(particles),
          means_(particles),
          log_ratios_(Vector::Constant(particles, law.log_constant_)) {}

    std::span<const double> means(Index place) override {
      const double sd = law_.sd_(place);
      so_far_ = values_.sums(place);
      means_ = so_far_ - sd * ahead_.sums(law_.size() - 1 - place);
      means_ = (means_.array() + (sd * law_.offset_(place) - sd * sd * law_.sites_.shift(place))) / law_.left_(place);
      return {means_.data(), static_cast<std::size_t>(means_.size())};
    }

    void take(Index place, std::span<const double> values) override {
      const Eigen::Map<const Vector> t(values.data(), static_cast<Index>(values.size()));
      log_ratios_.array() += (t - means_).array().square() / (2 * law_.variance(place));
      Vector& r = so_far_;
      r = (t - so_far_) / law_.diagonal_(place);
      log_ratios_.array() -= 0.5 * r.array().square();
      values_.take(place, r);
      ahead_.take(law_.size() - 1 - place, r);
    }

    std::span<const double> log_ratios() const override {
      return {log_ratios_.data(), static_cast<std::size_t>(log_ratios_.size())};
    }

   private:
    const DenseOneByOne& law_;
    RowSums<double> values_;
    ColumnSums<Scalar> ahead_;
    Vector so_far_;  // sum_{j<i} LA_ij r_j, then r_i
    Vector means_;   // mc
    Vector log_ratios_;
  };

  bool gives_back() const { return has_many_rows(static_cast<std::size_t>(factor_.rows())); }
  bool stopped() const { return prior_->stop().stop_requested(); }

  /// x <- A^-1 x, where the rows of both are in order.
  void solve_in_order(Vector& x) const {
    solve_vector(factor_, x);
    solve_vector_transposed(factor_, x);
  }

  double variance(Index place) const { return sd_(place) * sd_(place) / left_(place); }  // vc

  /// False when the numbers break down, and after a stop request.
  template <class Scalar>
  bool look_ahead(SitesAhead<Scalar>& ahead) {
    if (ahead.look(factor_, sites_.precision, sites_.shift, prior_->stop_check()) != PanelStatus::done) return false;
    sd_ = diagonal_.cwiseQuotient(ahead.diagonal());
    offset_ = ahead.offset();
    left_ = 1 - sites_.precision.array() * sd_.array().square();
    return true;
  }

  const DensePrior* prior_ = nullptr;
  OrderedSites sites_;  // on t
  double noise_ = 0;
  bool takes_latent_ = false;   // then t is f
  PanelMatrix<double> factor_;  // LA
  Vector diagonal_;             // of LA
  SitesAhead<float> rough_;
  SitesAhead<double> full_;  // where that is not enough
  bool is_rough_ = true;
  Vector sd_;                                 // s
  Vector offset_;                             // g
  Vector left_;                               // b
  double log_constant_ = 0;                   // the part of the log ratio that all particles share
  mutable PanelMatrix<double> prior_factor_;  // of a draw of f
};

}  // namespace

std::unique_ptr<OneByOne> take_dense_one_by_one(const DensePrior& prior, OrderedSites sites, double noise,
                                                std::unique_ptr<OneByOne> memory) {
  if (dynamic_cast<DenseOneByOne*>(memory.get()) == nullptr) memory = std::make_unique<DenseOneByOne>();
  if (!static_cast<DenseOneByOne&>(*memory).begin(prior, std::move(sites), noise)) return nullptr;
  return memory;
}

}  // namespace lehr
