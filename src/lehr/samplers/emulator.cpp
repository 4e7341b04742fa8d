// The emulator: a surrogate e of the log posterior is learned in warm-up and frozen. One proposal is the end point of
// several Hamiltonian trajectories for exp(e), which cost microseconds and no factorisation. A trajectory with a fresh
// momentum and step size is reversible for exp(e), and so are several alike in a row; the proposal is corrected by
// e(u) - e(u') and the chain is exact for ANY frozen e; a bad one only makes it slow. Every few iterations a plain
// random-walk step is taken instead, which does not depend on e at all.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>
#include <utility>

#include <lehr/random/distributions.hpp>
#include <lehr/samplers/sampler.hpp>
#include <lehr/samplers/surrogate.hpp>

namespace lehr::samplers {
namespace {

constexpr std::uint64_t kPlainStepEvery = 20;
constexpr std::size_t kRounds = 3;  // of warm-up by the surrogate
constexpr int kTrajectories = 8;
constexpr auto kMostParameters = static_cast<std::size_t>(Surrogate::kMostParameters);
constexpr double kPoorError = 1.5;  // nats: acceptance falls below a third

/// A point on its way over the surrogate.
struct Particle {
  Surrogate::Point u;
  double value;  // e(u)
  Surrogate::Point slope;
};

/// Hamiltonian moves that leave exp(e) as it is.
class Trajectories {
 public:
  Trajectories(const Surrogate& surrogate, Index parameters, double step)
      : surrogate_(surrogate), step_(step), leaps_(static_cast<int>(std::ceil(kQuarterPeriod / step))) {
    momentum_.resize(parameters);
  }

  /// One trajectory: a quarter of the period of a standard normal, where it would forget its start. Returns the
  /// probability of acceptance.
  double move(Particle& from, Stream& stream) {
    const double step = step_ * (0.8 + 0.4 * draw_uniform(stream));
    fill_normal(stream, {momentum_.data(), static_cast<std::size_t>(momentum_.size())});
    const double energy = from.value - 0.5 * momentum_.squaredNorm();
    to_ = from;
    momentum_ += 0.5 * step * to_.slope;
    for (int leap = 1; leap <= leaps_; ++leap) {
      to_.u += step * momentum_;
      to_.value = surrogate_(to_.u, to_.slope);
      momentum_ += (leap < leaps_ ? step : 0.5 * step) * to_.slope;
    }
    const double log_ratio = to_.value - 0.5 * momentum_.squaredNorm() - energy;
    const double acceptance = std::isnan(log_ratio) ? 0.0 : std::exp(std::min(0.0, log_ratio));
    if (draw_uniform(stream) < acceptance) std::swap(from, to_);
    return acceptance;
  }

 private:
  static constexpr double kQuarterPeriod = 1.5708;

  const Surrogate& surrogate_;
  double step_;
  int leaps_;
  Surrogate::Point momentum_;
  Particle to_;
};

Particle particle_at(const Surrogate& surrogate, std::span<const double> log_theta) {
  Particle particle{surrogate.coordinates().to_u(log_theta), 0, {}};
  particle.value = surrogate(particle.u, particle.slope);
  return particle;
}

/// The longest step of a few at which trajectories from points of the path are mostly accepted.
double choose_step(const Surrogate& surrogate, const std::vector<std::vector<double>>& path) {
  constexpr std::size_t kTrials = 40;
  constexpr double kWanted = 0.8;
  const auto parameters = static_cast<Index>(path.front().size());
  double step = 1.2;
  for (; step > 0.1; step *= 0.75) {
    Trajectories trajectories(surrogate, parameters, step);
    Stream stream({.seed = 1, .purpose = Purpose::tuning});
    double accepted = 0;
    for (std::size_t i = 0; i < kTrials; ++i) {
      Particle particle = particle_at(surrogate, path[i * path.size() / kTrials]);
      accepted += trajectories.move(particle, stream) / kTrials;
    }
    if (accepted > kWanted) break;
  }
  return step;
}

class SurrogateTransition final : public Proposal {
 public:
  SurrogateTransition(Surrogate surrogate, const Learned& learned)
      : surrogate_(std::move(surrogate)), walk_(learned.walk), step_(choose_step(surrogate_, learned.path)) {}

  Proposed propose(std::span<const double> log_theta, std::uint64_t iteration, Stream& stream) const override {
    if (iteration % kPlainStepEvery == kPlainStepEvery - 1) return {walk_.step(log_theta, stream), 0};
    Particle particle = particle_at(surrogate_, log_theta);
    const double first = particle.value;
    Trajectories trajectories(surrogate_, particle.u.size(), step_);
    for (int i = 0; i < kTrajectories; ++i) trajectories.move(particle, stream);
    return {surrogate_.coordinates().to_log_theta(particle.u), first - particle.value};
  }

 private:
  Surrogate surrogate_;
  RandomWalk walk_;
  double step_;
};

class Emulator final : public Sampler {
 public:
  std::string_view name() const override { return "emulator"; }
  std::string_view formula() const override {
    return "far proposals from a surrogate of the posterior that is learned in warm-up";
  }

  // As many as the surrogate needs of all chains together, and as many as each walk needs to get from the prior to the
  // posterior. The later rounds go by the surrogate itself: it mixes better than a walk, and so sees more.
  std::vector<std::size_t> warm_up_rounds(std::size_t parameters, std::size_t chains, std::size_t most) const override {
    const std::size_t shared = (100 + 200 * parameters + chains - 1) / chains;
    const std::size_t walk = 60 + 20 * parameters;
    const std::size_t all = std::min(most, std::max(shared, walk));
    std::vector<std::size_t> rounds = {std::min(walk, all - all / 3)};
    for (std::size_t left = kRounds; left > 0; --left) {
      const std::size_t done = std::accumulate(rounds.begin(), rounds.end(), std::size_t{0});
      rounds.push_back((all - done) / left);
    }
    return rounds;
  }
  std::size_t settling_iterations() const override { return 20; }
  double learning_bytes(std::size_t evaluations) const override {
    const double points = std::min(static_cast<double>(evaluations), static_cast<double>(Surrogate::kMostPoints));
    return 2 * sizeof(double) * points * points;  // a matrix and its factor
  }
  /// 0.68 on thyroid, 0.67 on glass (0.61 with --ard), 0.83 on pima and 0.82 on breast, at a goal of 400.
  double expected_effective_share(std::size_t parameters) const override { return parameters <= 5 ? 0.75 : 0.6; }

  std::unique_ptr<Proposal> freeze(const Learned& learned, std::string& reason) const override {
    const std::size_t parameters = learned.path.front().size();
    if (parameters > kMostParameters) {
      reason = "there are " + std::to_string(parameters) + " parameters, more than the emulator can learn (" +
               std::to_string(kMostParameters) + ")";
      return nullptr;
    }
    Surrogate surrogate;
    if (!surrogate.learn(learned)) {
      reason = "warm-up was too short to learn an emulator";
      return nullptr;
    }
    if (!(surrogate.error() < kPoorError)) {
      std::ostringstream text;
      text.precision(2);
      text << "the emulator is off by " << surrogate.error() << " nats at points it has not seen";
      reason = text.str();
      return nullptr;
    }
    return std::make_unique<SurrogateTransition>(std::move(surrogate), learned);
  }
};

}  // namespace

const Sampler& emulator() {
  static const Emulator sampler;
  return sampler;
}

}  // namespace lehr::samplers
