// The emulator: a surrogate e of the log posterior is learned in warm-up and frozen. One proposal is the end point of
// several Hamiltonian trajectories for exp(e), which cost microseconds and no factorisation. A trajectory with a fresh
// momentum and step size is reversible for exp(e), and so are several alike in a row; the proposal is corrected by
// e(u) - e(u') and the chain is exact for ANY frozen e; a bad one only makes it slow. Every few iterations a step is
// taken that does not depend on e at all: of a random walk, or of some coordinates to draws of their prior, which
// reaches what the surrogate does not know; and between modes, where there are several.

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include <lehr/random/distributions.hpp>
#include <lehr/samplers/designed_warm_up.hpp>
#include <lehr/samplers/sampler.hpp>
#include <lehr/samplers/trajectories.hpp>

namespace lehr::samplers {
namespace {

constexpr std::uint64_t kCycle = 20;  // iterations after which the kinds of steps repeat
constexpr std::uint64_t kWalkAt = 19;
constexpr std::uint64_t kJumpAt = 9;
constexpr std::uint64_t kRedrawAt = 4;      // and kCycle / 2 later
constexpr std::uint64_t kRedrawSomeAt = 2;  // with many parameters, and kCycle / 2 later
constexpr std::size_t kMany = 12;
constexpr std::size_t kMostRedrawn = 5;
constexpr int kTrajectories = 8;
constexpr auto kMostParameters = static_cast<std::size_t>(Surrogate::kMostParameters);
constexpr double kPoorError = 3;  // nats: acceptance falls below a tenth

/// A warm-up that is long enough may still find numbers at a few points only.
std::string why_nothing_was_learned(const Learned& learned) {
  const auto broke_down = [](const EvaluatedPoint& point) { return !std::isfinite(point.log_density); };
  const auto broken = std::count_if(learned.points.begin(), learned.points.end(), broke_down);
  const std::string all = std::to_string(learned.points.size());
  if (2 * static_cast<std::size_t>(broken) > learned.points.size())
    return "the numbers broke down at " + std::to_string(broken) + " of the " + all + " points of warm-up";
  return "the " + all + " evaluations of warm-up were too few to learn an emulator";
}

class SurrogateTransition final : public Proposal {
 public:
  explicit SurrogateTransition(const Learned& learned)
      : surrogate_(learned.surrogate),
        walk_(learned.walk),
        modes_(learned.modes),
        step_(choose_step(*surrogate_, learned.draws)) {}

  Proposed propose(std::span<const double> log_theta, std::uint64_t iteration, Stream& stream) const override {
    const std::uint64_t turn = iteration % kCycle;
    if (turn == kWalkAt) return {walk_.step(log_theta, stream), 0};
    if (turn == kJumpAt && modes_.size() > 1) {
      Proposed proposed{{log_theta.begin(), log_theta.end()}, 0};
      jump_between(modes_, proposed.log_theta, stream);
      return proposed;
    }
    if (turn % (kCycle / 2) == kRedrawAt) return redraw(log_theta, 1, stream);
    if (turn % (kCycle / 2) == kRedrawSomeAt && log_theta.size() > kMany) {
      return redraw(log_theta, 1 + draw_index(kMostRedrawn, stream), stream);
    }
    SurrogatePoint point = surrogate_point(*surrogate_, log_theta);
    const double first = point.value;
    Trajectories trajectories(*surrogate_, step_);
    for (int i = 0; i < kTrajectories; ++i) trajectories.move(point, stream);
    return {surrogate_->coordinates().to_log_theta(point.v), first - point.value};
  }

 private:
  /// So many coordinates, one after the other, from their prior: what is left of the acceptance ratio is that of the
  /// two estimates.
  Proposed redraw(std::span<const double> log_theta, std::size_t count, Stream& stream) const {
    Proposed proposed{{log_theta.begin(), log_theta.end()}, 0};
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t k = draw_index(log_theta.size(), stream);
      const Parameter& parameter = surrogate_->space()[k];
      proposed.log_correction += parameter.log_prior(proposed.log_theta[k]);
      proposed.log_theta[k] = parameter.draw_prior(stream);
      proposed.log_correction -= parameter.log_prior(proposed.log_theta[k]);
    }
    return proposed;
  }

  std::shared_ptr<const Surrogate> surrogate_;
  RandomWalk walk_;
  std::vector<std::vector<double>> modes_;
  double step_;
};

class Emulator final : public Sampler {
 public:
  std::string_view name() const override { return "emulator"; }
  std::string_view formula() const override {
    return "far proposals from a surrogate of the posterior that is learned in warm-up";
  }

  std::optional<Learned> learn(const WarmUpPlan& plan, const Evaluate& evaluate) const override {
    if (plan.model.space().size() > kMostParameters) return learn_by_walking(plan, evaluate);
    return learn_by_design(plan, evaluate);
  }
  bool learns_from_slopes(std::size_t parameters) const override { return parameters <= kMostParameters; }
  std::size_t expected_evaluations(std::size_t parameters, std::size_t chains, std::size_t most) const override {
    return std::min(most, (expected_of_design(parameters) + chains - 1) / chains);
  }
  std::size_t settling_iterations() const override { return 20; }
  /// 0.68 on thyroid, 0.67 on glass (0.61 with --ard), 0.83 on pima and 0.82 on breast, at a goal of 400.
  double expected_effective_share(std::size_t parameters) const override { return parameters <= 5 ? 0.75 : 0.6; }

  std::unique_ptr<Proposal> freeze(const Learned& learned, std::string& reason) const override {
    const std::size_t parameters = learned.draws.front().size();
    if (parameters > kMostParameters) {
      reason = "there are " + std::to_string(parameters) + " parameters, more than the emulator can learn (" +
               std::to_string(kMostParameters) + ")";
      return nullptr;
    }
    if (learned.surrogate == nullptr) {
      reason = why_nothing_was_learned(learned);
      return nullptr;
    }
    if (std::isfinite(learned.error) && learned.error > kPoorError) {
      std::ostringstream text;
      text.precision(2);
      text << "the emulator is off by " << learned.error << " nats at points it has not seen";
      reason = text.str();
      return nullptr;
    }
    return std::make_unique<SurrogateTransition>(learned);
  }
};

}  // namespace

const Sampler& emulator() {
  static const Emulator sampler;
  return sampler;
}

}  // namespace lehr::samplers
