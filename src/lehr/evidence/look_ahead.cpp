// Look-ahead: the values of the rows are drawn one after the other, each with its own response and with Gaussian sites
// instead of the responses still to come. For probit it is the sampler of Geweke, Hajivassiliou and Keane (GHK) for the
// orthant probability p(y | theta) = P(y_i t_i > 0 for all i), t = f + N(0, I), with constraints to come that are
// looked ahead at. When row i comes, the prior proposes a law N(mc, vc) for its value in a particle, the value is drawn
// with a density in proportion to p(y_i | value) N(value | mc, vc), and the integral of that density is its mass. The
// log weight is
//   sum_i log mass_i + log N(values | 0, A) - sum_i log N(value_i | mc_i, vc_i).
// Unbiased for any proposals that are functions of theta and of the values before them: good sites make it vary little,
// and nothing but the last three terms has to be exact.

#include <algorithm>
#include <array>
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
    std::fill(log_weights.begin(), log_weights.end(), 0.0);
    ends.resize(n, particles);
    const std::unique_ptr<OneByOne::Walk> walk = law_->walk(particles);
    Vector values(particles);
    std::array<double, kMostParticles> log_mass;
    for (Index place = 0; place < n; ++place) {
      const Turn turn = law_->turn(place);
      density_.draw(static_cast<std::size_t>(turn.row), {walk->means(place), turn.variance, turn.width},
                    {numbers_of(logs, turn.row), numbers_of(second, turn.row)}, std::span(log_mass.data(), keys.size()),
                    {values.data(), keys.size()});
      for (std::size_t p = 0; p < keys.size(); ++p) log_weights[p] += log_mass[p];
      ends.row(turn.row) = values.transpose();
      walk->take(place, {values.data(), keys.size()});
    }
    const std::span<const double> log_ratios = walk->log_ratios();
    for (std::size_t p = 0; p < keys.size(); ++p) log_weights[p] += log_ratios[p];
  }

  double noise() const override { return density_.noise(); }
  Vector state(const Vector& end, Stream& /*stream*/) const override { return end; }
  std::optional<Vector> latent(const Vector& end, Stream& stream) const override {
    return law_->draw_latent(end, stream);
  }
  std::optional<Vector> alpha(const Vector& state) const override { return law_->alpha(state); }

 private:
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
    return std::make_unique<PreparedLookAhead>(input.problem.density, std::move(law));
  }
};

}  // namespace

const Estimator& look_ahead() {
  static const LookAhead estimator;
  return estimator;
}

}  // namespace lehr::estimators
