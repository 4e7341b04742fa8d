#include <lehr/evidence/infinite_variance.hpp>

#include <cstddef>

namespace lehr {
namespace {

constexpr int kIterations = 50;
constexpr double kFarOut = 1e6;

}  // namespace

std::optional<bool> has_infinite_variance(const LatentProblem& problem, const SitePosterior& posterior,
                                          double last_step, const std::stop_token& stop) {
  const Index n = posterior.mean.size();
  Vector above(n);  // tail curvature for f -> +infinity
  Vector below(n);
  for (Index i = 0; i < n; ++i) {
    const auto row = static_cast<std::size_t>(i);
    above(i) = -problem.density.log_density(row, kFarOut).second;
    below(i) = -problem.density.log_density(row, -kFarOut).second;
  }
  Vector a = posterior.alpha;
  Vector f = posterior.mean;  // K a
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    if (stop.stop_requested()) return std::nullopt;
    // growth' f against f' K^-1 f = a' f.
    const Vector curvature = (f.array() > 0).select(above, below);
    const Vector growth = (last_step * posterior.sites.precision - (1 + last_step) * curvature).cwiseProduct(f);
    const double prior_part = a.dot(f);
    if (!(prior_part > 0)) return false;
    if (growth.dot(f) > prior_part * (1 + 1e-9)) return true;
    a = growth.cwiseProduct((growth.cwiseProduct(f).array() > 0).cast<double>().matrix());  // only what grows
    const double size = a.norm();
    if (!(size > 0)) return false;
    a /= size;
    f = problem.prior.multiply(a);
  }
  return false;
}

}  // namespace lehr
