#include <lehr/evidence/elliptical_slice.hpp>

#include <cmath>
#include <cstddef>
#include <numbers>

#include <lehr/evidence/tilt.hpp>
#include <lehr/random/distributions.hpp>

namespace lehr {
namespace {

constexpr int kMostShrinks = 1000;  // the bracket is then narrower than rounding: the point stays

}  // namespace

int elliptical_slice_move(const LatentProblem& problem, const SitePosterior& q, double beta,
                          const Eigen::Ref<const Vector>& z, Stream& stream, SlicePoint& point, Vector& proposal) {
  const double threshold = beta * point.h + std::log(draw_uniform(stream));
  double angle = 2 * std::numbers::pi * draw_uniform(stream);
  double low = angle - 2 * std::numbers::pi;
  double high = angle;
  for (int shrinks = 0; shrinks < kMostShrinks; ++shrinks) {
    proposal = q.mean + (point.f - q.mean) * std::cos(angle) + z * std::sin(angle);
    const double h = tilt(problem, q.sites, {proposal.data(), static_cast<std::size_t>(proposal.size())});
    if (beta * h > threshold) {
      point.f.swap(proposal);
      point.h = h;
      return shrinks;
    }
    (angle < 0 ? low : high) = angle;
    angle = low + (high - low) * draw_uniform(stream);
  }
  return kMostShrinks;
}

}  // namespace lehr
