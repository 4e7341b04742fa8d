#include <lehr/sites/mixing.hpp>

#include <algorithm>

#include <Eigen/Dense>

namespace lehr {

Vector Mixing::next(const Vector& x, const Vector& residual, double share) {
  Vector point = x + share * residual;
  if (steps_ == 0) {
    moves_.resize(x.size(), memory_);
    answers_.resize(x.size(), memory_);
  } else {
    const Index memory = std::clamp<Index>(x.size() / numbers_a_move_, 1, memory_);
    const Index column = (steps_ - 1) % memory;
    moves_.col(column) = x - last_x_;
    answers_.col(column) = residual - last_residual_;
    const Index known = std::min(steps_, memory);
    const Vector weights = answers_.leftCols(known).colPivHouseholderQr().solve(residual);
    point -= (moves_.leftCols(known) + share * answers_.leftCols(known)) * weights;
  }
  last_x_ = x;
  last_residual_ = residual;
  ++steps_;
  return point;
}

}  // namespace lehr
