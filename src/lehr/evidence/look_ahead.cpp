// Look-ahead: the values of the rows are drawn one after the other, each with its own response and with Gaussian sites
// instead of the responses still to come. For probit it is the sampler of Geweke, Hajivassiliou and Keane (GHK) for the
// orthant probability p(y | theta) = P(y_i t_i > 0 for all i), t = f + N(0, I), with constraints to come that are
// looked ahead at. When row i comes, its value has the law N(m, v) in a particle, of which its site (w, nu) is a part.
// The site is taken out,
//   b = 1 - w v,  vc = v / b,  mc = (m - v nu) / b,
// the value is drawn with a density in proportion to p(y_i | value) N(value | mc, vc), and the log weight grows by
//   log of the integral of that density - log(b) / 2 + (w m^2 - 2 nu m + v nu^2) / (2 b).
// It starts at log Zq. Unbiased for any sites with b > 0, which sites of a posterior have.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>

#include <lehr/evidence/estimator.hpp>
#include <lehr/evidence/look_ahead_sites.hpp>
#include <lehr/math/vector_functions.hpp>
#include <lehr/random/distributions.hpp>

namespace lehr::estimators {
namespace {

constexpr std::size_t kMostParticles = 32;  // at once

/// Uniform numbers for every particle (row of the result) and row of the data (column). A row of the data has the same
/// ones whatever its place in the order, so that at another theta the particles draw alike.
Matrix uniforms(std::span<const ParticleKey> keys, Purpose purpose, Index rows) {
  Matrix result(static_cast<Index>(keys.size()), rows);
  for (std::size_t p = 0; p < keys.size(); ++p) {
    Stream stream(keys[p].stream(purpose));
    for (double& number : result.row(static_cast<Index>(p))) number = draw_uniform(stream);
  }
  return result;
}

class PreparedLookAhead final : public PreparedEstimator {
 public:
  PreparedLookAhead(const RowDensity& density, std::unique_ptr<OneByOne> law)
      : density_(density), law_(std::move(law)) {}

  /// Whether every row has a cavity.
  bool has_cavities() const {
    for (Index place = 0; place < law_->size(); ++place) {
      const Turn turn = law_->turn(place);
      if (!(1 - turn.precision * turn.variance > 0)) return false;
    }
    return true;
  }

  std::unique_ptr<OneByOne> release_law() { return std::move(law_); }

  std::size_t block_size() const override { return kMostParticles; }

  void run(std::span<const ParticleKey> keys, std::span<double> log_weights, Matrix& ends) const override {
    const Index n = law_->size();
    const auto particles = static_cast<Index>(keys.size());
    Matrix logs = uniforms(keys, Purpose::particle_draws, n);
    log_in_place({logs.data(), static_cast<std::size_t>(logs.size())});
    const Matrix second = density_.numbers_per_row() > 1 ? uniforms(keys, Purpose::particle_moves, n) : Matrix();
    const auto numbers_of = [&](const Matrix& numbers, Index row) {
      return numbers.size() == 0 ? std::span<const double>() : std::span(numbers.col(row).data(), keys.size());
    };
    std::fill(log_weights.begin(), log_weights.end(), law_->log_normaliser());
    ends.resize(n, particles);
    const std::unique_ptr<OneByOne::Walk> walk = law_->walk(particles);
    Vector values(particles);
    for (Index place = 0; place < n; ++place) {
      const Turn turn = law_->turn(place);
      draw_row(turn, walk->means(place), {numbers_of(logs, turn.row), numbers_of(second, turn.row)}, log_weights,
               {values.data(), keys.size()});
      ends.row(turn.row) = values.transpose();
      walk->take(place, {values.data(), keys.size()});
    }
  }

  double noise() const override { return density_.noise(); }
  Vector state(const Vector& end, Stream& /*stream*/) const override { return end; }
  std::optional<Vector> latent(const Vector& end, Stream& stream) const override {
    return law_->draw_latent(end, stream);
  }

 private:
  void draw_row(const Turn& turn, std::span<const double> means, const RowNumbers& numbers,
                std::span<double> log_weights, std::span<double> values) const {
    const double w = turn.precision;
    const double nu = turn.shift;
    const double v = turn.variance;
    const double b = 1 - w * v;
    const double half_log_b = 0.5 * std::log(b);
    const std::size_t count = means.size();
    std::array<double, kMostParticles> cavity_means;
    std::array<double, kMostParticles> log_mass;
    for (std::size_t p = 0; p < count; ++p) cavity_means[p] = (means[p] - v * nu) / b;
    density_.draw(static_cast<std::size_t>(turn.row),
                  {std::span<const double>(cavity_means.data(), count), v / b + turn.noise, std::sqrt(v + turn.noise)},
                  numbers, std::span(log_mass.data(), count), values);
    for (std::size_t p = 0; p < count; ++p) {
      const double m = means[p];
      log_weights[p] += log_mass[p] - half_log_b + (w * m * m - 2 * nu * m + v * nu * nu) / (2 * b);
    }
  }

  const RowDensity& density_;
  std::unique_ptr<OneByOne> law_;
};

class LookAhead final : public Estimator {
 public:
  std::string_view name() const override { return "look-ahead"; }
  std::string_view other_name() const override { return "ghk"; }
  std::string_view formula() const override {
    return "rows drawn one by one that look ahead through the sites (GHK for probit)";
  }
  bool draws_from_sites() const override { return false; }
  bool follows_theta() const override { return true; }

  std::unique_ptr<PreparedEstimator> prepare(const EstimatorInput& input,
                                             std::unique_ptr<PreparedEstimator> memory) const override {
    auto* const before = dynamic_cast<PreparedLookAhead*>(memory.get());
    const double noise = input.problem.density.noise();
    std::unique_ptr<OneByOne> law = input.problem.prior.one_by_one(look_ahead_sites(input.posterior, noise), noise,
                                                                   before == nullptr ? nullptr : before->release_law());
    if (law == nullptr) return nullptr;
    auto prepared = std::make_unique<PreparedLookAhead>(input.problem.density, std::move(law));
    if (!prepared->has_cavities()) return nullptr;
    return prepared;
  }
};

}  // namespace

const Estimator& look_ahead() {
  static const LookAhead estimator;
  return estimator;
}

}  // namespace lehr::estimators
