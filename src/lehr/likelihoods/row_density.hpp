#pragma once

#include <cstddef>
#include <span>

#include <lehr/random/stream.hpp>

namespace lehr {

/// log p(y | f) and its derivatives in f, for one row.
struct LogDensity {
  double value;
  double first;
  double second;
  double third;
};

/// log Z(m) with Z(m) = integral of p(y | f) N(f | m, v) df, and its derivatives in m: all that EP needs of a
/// likelihood. The matched moments are m + v first and v + v^2 second; written as derivatives they do not cancel when v
/// is large.
struct CavityIntegral {
  double log_value;
  double first;
  double second;  // <= 0
};

/// What is known of a row's value in some particles when it is to be drawn: N(mean, variance) without the row's own
/// site, and about how wide the law is with it.
struct RowCavity {
  std::span<const double> means;  // one for each particle
  double variance;
  double width;  // a sd
};

/// Uniform numbers of one row, one for each particle.
struct RowNumbers {
  std::span<const double> logs;    // of the first number
  std::span<const double> second;  // empty unless numbers_per_row() is 2
};

/// p(y | f) with the responses y and the likelihood's parameters inside: made once per theta. Rows are independent
/// given f.
class RowDensity {
 public:
  virtual ~RowDensity() = default;

  virtual std::size_t rows() const = 0;
  virtual LogDensity log_density(std::size_t row, double f) const = 0;

  /// out[i] <- log p(y_row | f[i]).
  virtual void log_densities(std::size_t row, std::span<const double> f, std::span<double> out) const;

  /// sum_i log p(y_i | f_i).
  virtual double total(std::span<const double> f) const;

  /// At most -d2 log p(y | f) / df2, whatever the row and f; infinity where there is no bound.
  virtual double curvature_bound() const = 0;

  /// By composite Gauss-Legendre quadrature unless a closed form is written.
  virtual CavityIntegral cavity_integral(std::size_t row, double mean, double variance) const;

  /// p(y_row) of a row whose f is N(mean, variance).
  double probability(std::size_t row, double mean, double variance) const;

  /// 1 where y depends on t = f + N(0, 1) by a set that t is in; 0 where it depends on f itself. The same for all
  /// responses and parameters of a likelihood.
  virtual double noise() const { return 0; }

  /// The state of a posterior draw: t given f and y where there is noise, else f itself.
  virtual void draw_state(std::span<const double> f, Stream& stream, std::span<double> state) const;

  /// Draws the row's value (t where there is noise, else f) in each particle with a density in proportion to
  /// p(y | value) N(value | mean, variance), and its weight. The mean of exp(log_mass) over the numbers is the
  /// integral, and value and weight together are right for every function of the value. By a trapezoid rule with a
  /// random shift (docs/mathematics.md) unless something better is written.
  virtual void draw(std::size_t row, const RowCavity& cavity, const RowNumbers& numbers, std::span<double> log_mass,
                    std::span<double> values) const;
  virtual int numbers_per_row() const { return 2; }
};

}  // namespace lehr
