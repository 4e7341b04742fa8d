#pragma once

#include <span>
#include <string_view>

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

/// p(y | f) of one row, log-concave in f; rows are independent given f. Labels are -1 and +1.
/// To add one, write one file: docs/how-to-add.md.
class Likelihood {
 public:
  virtual ~Likelihood() = default;
  virtual std::string_view name() const = 0;
  virtual std::string_view formula() const = 0;

  /// False for a likelihood of real-valued targets, which the library keeps as an oracle and no command offers.
  virtual bool is_for_labels() const { return true; }

  /// 1 if y says in which set t = f + N(0, 1) lies, as probit's sign does; 0 if y depends on f itself. A posterior draw
  /// is a draw of t or of f accordingly.
  virtual double noise() const { return 0; }

  virtual LogDensity log_density(double y, double f) const = 0;

  /// sum_i log p(y_i | f_i).
  virtual double total_log_density(std::span<const double> y, std::span<const double> f) const;

  /// By composite Gauss-Legendre quadrature unless a closed form is written.
  virtual CavityIntegral cavity_integral(double y, double mean, double variance) const;

  /// The probability of y = +1 when f ~ N(mean, variance).
  virtual double positive_probability(double mean, double variance) const;

  /// A draw of y given f from one uniform number in (0, 1).
  virtual double draw(double f, double uniform) const = 0;
};

namespace likelihoods {

/// Every likelihood there is, in the order of their names.
std::span<const Likelihood* const> all();

/// The likelihood of that name; a UsageError names the others.
const Likelihood& named(std::string_view name);

}  // namespace likelihoods
}  // namespace lehr
