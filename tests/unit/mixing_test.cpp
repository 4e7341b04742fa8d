#include <lehr/sites/mixing.hpp>

#include <cmath>

#include <gtest/gtest.h>
#include <Eigen/Dense>

namespace lehr {
namespace {

/// g(x) = A x + b with a slow contraction A; its fixed point is (I - A)^-1 b.
struct SlowMap {
  Matrix a;
  Vector b;

  explicit SlowMap(Index n) : a(Matrix::Zero(n, n)), b(Vector::Ones(n)) {
    for (Index i = 0; i < n; ++i) {
      a(i, i) = -0.5 + 1.45 * double(i) / double(n - 1);  // up to 0.95, and negative too
      if (i > 0) a(i, i - 1) = 0.1;
    }
  }
  Vector residual(const Vector& x) const { return a * x + b - x; }
};

int steps_to(double tolerance, const SlowMap& map, bool mix) {
  Mixing mixing;
  Vector x = Vector::Zero(map.b.size());
  for (int steps = 0; steps < 1000; ++steps) {
    const Vector residual = map.residual(x);
    if (residual.cwiseAbs().maxCoeff() < tolerance) return steps;
    x = mixing.next(x, residual, 0.8);
    if (!mix) mixing.forget();
  }
  return 1000;
}

TEST(Mixing, WithoutAMemoryIsAPlainStep) {
  Mixing mixing;
  const Vector x{{1.0, 2.0}};
  const Vector residual{{0.5, -1.0}};
  EXPECT_EQ(mixing.next(x, residual, 0.8), x + 0.8 * residual);
  mixing.next(x, residual, 0.3);
  mixing.forget();
  EXPECT_EQ(mixing.next(x, residual, 0.5), x + 0.5 * residual);
}

TEST(Mixing, IsFarFasterThanPlainSteps) {
  const SlowMap map(40);
  const int plain = steps_to(1e-9, map, false);
  const int mixed = steps_to(1e-9, map, true);
  EXPECT_GT(plain, 300);
  EXPECT_LT(mixed, plain / 4);
}

TEST(Mixing, HelpsWithFewDimensionsToo) {
  EXPECT_LT(2 * steps_to(1e-9, SlowMap(4), true), steps_to(1e-9, SlowMap(4), false));
}

TEST(Mixing, StaysWhereItIsAtTheFixedPoint) {
  Mixing mixing;
  const Vector x{{1.0, 2.0}};
  for (int i = 0; i < 8; ++i) EXPECT_EQ(mixing.next(x, Vector::Zero(2), 0.8), x);
}

}  // namespace
}  // namespace lehr
