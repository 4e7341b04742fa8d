#include <experiments/program/stopwatch.hpp>

#include <cmath>
#include <ctime>

#include <lehr/diagnostics/quantiles.hpp>
#include <lehr/linalg/cholesky.hpp>

namespace lehr::reproduce {
namespace {

// Factorisations of fewer multiplications than these, about 50 microseconds, are timed several at a time.
constexpr double kShort = 1e6;

}  // namespace

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

CholeskyClock::CholeskyClock(Index rows)
    : matrix_(rows, rows), repeats_(1 + static_cast<int>(kShort / std::pow(static_cast<double>(rows), 3))) {
  for (Index j = 0; j < rows; ++j) {
    for (Index i = 0; i < rows; ++i) matrix_(i, j) = 1.0 / (1.0 + static_cast<double>((i - j) * (i - j)));
  }
  matrix_.diagonal().array() += 4;  // positive definite: the other entries of a row sum to less
  tick();                           // warms the caches up
  times_.clear();
}

void CholeskyClock::tick() {
  work_ = matrix_;
  const double start = thread_seconds();
  for (int i = 0; i < repeats_; ++i) {
    if (i > 0) work_ = matrix_;
    [[maybe_unused]] const bool done = cholesky_in_place<double>(work_);
  }
  times_.push_back((thread_seconds() - start) / repeats_);
}

double CholeskyClock::seconds() const { return quantile(times_, 0.5); }

}  // namespace lehr::reproduce
