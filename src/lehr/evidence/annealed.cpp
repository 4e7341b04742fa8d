#include <lehr/evidence/annealed.hpp>

#include <algorithm>
#include <utility>

#include <lehr/evidence/elliptical_slice.hpp>
#include <lehr/evidence/particle_draws.hpp>
#include <lehr/evidence/tilt.hpp>

namespace lehr {
namespace {

constexpr std::size_t kMostParticles = 32;  // at once
constexpr std::size_t kMostDraws = 512;     // columns of one product, so that a block's buffers stay small

class Annealing final : public PreparedEstimator {
 public:
  Annealing(const EstimatorInput& input, Ladder ladder) : input_(input), ladder_(std::move(ladder)) {}

  std::size_t block_size() const override { return std::clamp<std::size_t>(kMostDraws / steps(), 1, kMostParticles); }

  void run(std::span<const ParticleKey> keys, std::span<double> log_weights, Matrix& ends) const override {
    const LatentProblem& problem = input_.problem;
    const SitePosterior& q = input_.posterior;
    const Index n = problem.prior.size();
    const Matrix draws = draw_for_particles(q, keys, steps());
    ends.resize(n, static_cast<Index>(keys.size()));
    Vector proposal(n);
    for (std::size_t p = 0; p < keys.size(); ++p) {
      Stream moves(keys[p].stream(Purpose::particle_moves));
      const auto z = [&](std::size_t level) { return draws.col(static_cast<Index>(level * keys.size() + p)); };
      SlicePoint point{q.mean + z(steps() - 1)};
      point.h = tilt(problem, q.sites, {point.f.data(), static_cast<std::size_t>(n)});
      double log_weight = q.log_normaliser;
      for (std::size_t j = steps() - 1; j > 0; --j) {
        if (input_.stop.stop_requested()) return;
        log_weight += (ladder_[j] - ladder_[j + 1]) * point.h;
        elliptical_slice_move(problem, q, ladder_[j], z(j - 1), moves, point, proposal);
      }
      log_weights[p] = log_weight + (ladder_[0] - ladder_[1]) * point.h;
      ends.col(static_cast<Index>(p)) = point.f;
    }
  }

  double noise() const override { return 0; }

  Vector state(const Vector& end, Stream& stream) const override {
    Vector state(end.size());
    const auto rows = static_cast<std::size_t>(end.size());
    input_.problem.density.draw_state({end.data(), rows}, stream, {state.data(), rows});
    return state;
  }

  std::optional<Vector> latent(const Vector& end, Stream& /*stream*/) const override { return end; }

 private:
  std::size_t steps() const { return ladder_.size() - 1; }  // s

  EstimatorInput input_;
  Ladder ladder_;
};

}  // namespace

std::unique_ptr<PreparedEstimator> prepare_annealing(const EstimatorInput& input, Ladder ladder) {
  return std::make_unique<Annealing>(input, std::move(ladder));
}

}  // namespace lehr
