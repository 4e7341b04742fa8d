#pragma once

#include <span>
#include <vector>

#include <lehr/random/stream.hpp>
#include <lehr/samplers/surrogate.hpp>

namespace lehr {

/// A point on its way over a surrogate.
struct SurrogatePoint {
  Surrogate::Point v;
  double value = 0;  // e(v)
  Surrogate::Point slope;
};
SurrogatePoint surrogate_point(const Surrogate& surrogate, std::span<const double> log_theta);

/// Hamiltonian moves that leave exp(e) as it is. With a fresh momentum and step size each is reversible for exp(e).
class Trajectories {
 public:
  Trajectories(const Surrogate& surrogate, double step);

  /// One trajectory: a quarter of the period of a standard normal, where it would forget its start. Returns the
  /// probability of acceptance. Allocates nothing.
  double move(SurrogatePoint& from, Stream& stream);

 private:
  const Surrogate& surrogate_;
  double step_;
  int leaps_;
  Surrogate::Point momentum_;
  SurrogatePoint to_;
};

/// The longest step of a few at which trajectories from these points of log theta are mostly accepted.
double choose_step(const Surrogate& surrogate, const std::vector<std::vector<double>>& points);

/// A jump from one of the modes to another, both picked at random: symmetric. Nothing where there is one mode.
void jump_between(const std::vector<std::vector<double>>& modes, std::span<double> log_theta, Stream& stream);

/// About exp(e): `chains` chains that begin at the modes in turn, each with as many draws.
std::vector<std::vector<double>> draw_from(const Surrogate& surrogate, const std::vector<std::vector<double>>& modes,
                                           double step, std::size_t chains, std::size_t draws, Stream& stream);

}  // namespace lehr
