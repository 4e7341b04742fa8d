// The emulator: a surrogate e of the log posterior is learned in warm-up and frozen. One proposal is the end point of k
// Metropolis steps on exp(e), which cost microseconds and no factorisation. The k steps are identical and reversible
// for exp(e), so the proposal is corrected by e(u) - e(u') and the chain is exact for ANY frozen e; a bad one only
// makes it slow. Every few iterations a plain random-walk step is taken instead, which does not depend on e at all.

#include <algorithm>
#include <cmath>
#include <sstream>

#include <lehr/random/distributions.hpp>
#include <lehr/samplers/sampler.hpp>
#include <lehr/samplers/surrogate.hpp>

namespace lehr::samplers {
namespace {

constexpr std::uint64_t kPlainStepEvery = 20;
constexpr std::size_t kMostParameters = 25;
constexpr double kPoorError = 1.5;  // nats: acceptance falls below a third

class SurrogateTransition final : public Proposal {
 public:
  SurrogateTransition(Surrogate surrogate, RandomWalk walk, std::size_t parameters)
      : surrogate_(std::move(surrogate)),
        walk_(std::move(walk)),
        steps_(std::clamp<std::size_t>(20 * parameters, 60, 200)),
        scale_(2.38 / std::sqrt(double(parameters))) {}

  Proposed propose(std::span<const double> log_theta, std::uint64_t iteration, Stream& stream) const override {
    if (iteration % kPlainStepEvery == kPlainStepEvery - 1) return {walk_.step(log_theta, stream), 0};
    const Vector start = surrogate_.to_u(log_theta);
    const double first = surrogate_(start);
    Vector u = start;
    double current = first;
    Vector candidate(u.size());
    for (std::size_t step = 0; step < steps_; ++step) {
      fill_normal(stream, {candidate.data(), log_theta.size()});
      candidate = u + scale_ * candidate;
      const double next = surrogate_(candidate);
      if (std::log(draw_uniform(stream)) < next - current) {
        u.swap(candidate);
        current = next;
      }
    }
    return {surrogate_.to_log_theta(u), first - current};
  }

 private:
  Surrogate surrogate_;
  RandomWalk walk_;
  std::size_t steps_;
  double scale_;
};

class Emulator final : public Sampler {
 public:
  std::string_view name() const override { return "emulator"; }
  std::string_view formula() const override {
    return "far proposals from a surrogate of the posterior that is learned in warm-up";
  }

  // As many as the surrogate needs of all chains together, and as many as each walk needs to get from the prior to the
  // posterior.
  std::size_t warm_up_evaluations(std::size_t parameters, std::size_t chains, std::size_t most) const override {
    const std::size_t shared = (100 + 200 * parameters + chains - 1) / chains;
    return std::min(most, std::max(shared, 60 + 20 * parameters));
  }
  std::size_t settling_iterations() const override { return 20; }

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
    return std::make_unique<SurrogateTransition>(std::move(surrogate), learned.walk, parameters);
  }
};

}  // namespace

const Sampler& emulator() {
  static const Emulator sampler;
  return sampler;
}

}  // namespace lehr::samplers
