#include "lehr/math/quadrature.hpp"

#include <cassert>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace lehr {
namespace {

// Newton's method started within 1e-2 of a simple root needs four steps; the bound only guards against a loop that
// rounding keeps from settling.
constexpr int kMostSteps = 20;

// With more digits than a double: the last weights of 128 points change by 1e-12 when their node is rounded.
using Real = long double;
constexpr Real kSettled = 1e-17L;

/// Nodes and weights from the largest node downwards, mirrored: both weight functions are even.
void set_pair(QuadratureRule& rule, std::size_t i, Real node, Real weight) {
  const std::size_t opposite = rule.nodes.size() - 1 - i;
  rule.nodes[i] = static_cast<double>(-node);
  rule.nodes[opposite] = static_cast<double>(node);
  rule.weights[i] = rule.weights[opposite] = static_cast<double>(weight);
}

QuadratureRule empty_rule(int points) {
  assert(points >= 1);
  const auto size = static_cast<std::size_t>(points);
  return {std::vector<double>(size), std::vector<double>(size)};
}

struct Legendre {
  Real value;       // P_n(x)
  Real derivative;  // P_n'(x), |x| < 1
};

// (k + 1) P_{k+1} = (2 k + 1) x P_k - k P_{k-1},  (x^2 - 1) P_n' = n (x P_n - P_{n-1}).
Legendre legendre(int n, Real x) {
  Real before = 0, value = 1;
  for (int k = 0; k < n; ++k) {
    const Real next = ((2 * k + 1) * x * value - k * before) / (k + 1);
    before = value;
    value = next;
  }
  return {value, n * (x * value - before) / ((x - 1) * (x + 1))};
}

struct Hermite {
  Real value;       // h_n(x) = He_n(x) exp(-x^2 / 4) / sqrt(n!)
  Real derivative;  // of h_n(x) exp(x^2 / 4), times exp(-x^2 / 4): sqrt(n) h_{n-1}(x)
};

// sqrt(k + 1) h_{k+1} = x h_k - sqrt(k) h_{k-1}. The factor exp(-x^2 / 4) keeps the values near one at every node; it
// cancels in Newton's step, and n = 128 has |x| < 22, where it is 1e-53.
Hermite hermite(int n, Real x) {
  Real before = 0, value = std::exp(-x / 4 * x);
  for (int k = 0; k < n; ++k) {
    const Real next = (x * value - std::sqrt(Real(k)) * before) / std::sqrt(Real(k + 1));
    before = value;
    value = next;
  }
  return {value, std::sqrt(Real(n)) * before};
}

/// How many roots of h_n lie above x: the sign changes in the sequence h_0 .. h_n at x (Sturm).
int hermite_roots_above(int n, Real x) {
  Real before = 0, value = std::exp(-x / 4 * x);
  int changes = 0;
  for (int k = 0; k < n; ++k) {
    const Real next = (x * value - std::sqrt(Real(k)) * before) / std::sqrt(Real(k + 1));
    if ((next < 0) != (value < 0)) ++changes;
    before = value;
    value = next;
  }
  return changes;
}

}  // namespace

// Newton from the asymptotic roots cos(pi (i + 3/4) / (n + 1/2)); weight 2 / ((1 - x^2) P_n'(x)^2).
QuadratureRule gauss_legendre(int points) {
  QuadratureRule rule = empty_rule(points);
  for (int i = 0; i < (points + 1) / 2; ++i) {
    Real x =
        2 * i + 1 == points ? Real(0) : std::cos(std::numbers::pi_v<Real> * (i + Real(0.75)) / (points + Real(0.5)));
    for (int step = 0; step < kMostSteps; ++step) {
      const Legendre p = legendre(points, x);
      const Real change = p.value / p.derivative;
      x -= change;
      if (std::abs(change) <= kSettled) break;
    }
    const Real slope = legendre(points, x).derivative;
    set_pair(rule, static_cast<std::size_t>(i), x, 2 / ((1 - x) * (1 + x) * slope * slope));
  }
  return rule;
}

// Roots by bisection on the Sturm count, to within Newton's reach, then Newton; weight exp(-x^2 / 2) / (n
// h_{n-1}(x)^2).
QuadratureRule gauss_hermite(int points) {
  QuadratureRule rule = empty_rule(points);
  const Real bound = 2 * std::sqrt(Real(points)) + 1;  // all roots are below 2 sqrt(n)
  for (int i = 0; i < (points + 1) / 2; ++i) {
    Real lower = 0, upper = bound;  // the root with i others above it
    while (upper - lower > Real(1e-3) / std::sqrt(Real(points))) {
      const Real middle = (lower + upper) / 2;
      (hermite_roots_above(points, middle) > i ? lower : upper) = middle;
    }
    Real x = 2 * i + 1 == points ? Real(0) : (lower + upper) / 2;
    for (int step = 0; step < kMostSteps; ++step) {
      const Hermite h = hermite(points, x);
      const Real change = h.value / h.derivative;
      x -= change;
      if (std::abs(change) <= kSettled * bound) break;
    }
    const Real slope = hermite(points, x).derivative;
    set_pair(rule, static_cast<std::size_t>(i), x, std::exp(-x / 2 * x) / (slope * slope));
  }
  return rule;
}

}  // namespace lehr
