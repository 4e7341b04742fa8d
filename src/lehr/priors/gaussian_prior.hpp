#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <lehr/data/dataset.hpp>
#include <lehr/linalg/types.hpp>
#include <lehr/priors/sites.hpp>
#include <lehr/random/stream.hpp>

// A Gaussian prior of the latent values, as everything above it sees it: verbs, never the form of the covariance.
//
// What is asked for at one theta after the other takes `memory`: an object of an earlier theta. Its memory is used
// again where the form is the same, never its contents.
//
// What factorises asks first whether to stop, by the token that the prior was made with (PriorInput). After a request
// it fails, as where the numbers break down: whoever has the token knows which it was.
namespace lehr {

/// Mean and variance of the latent at new rows, or of coefficients.
struct LatentMoments {
  Vector mean;
  Vector variance;
};

struct PosteriorMean {
  Vector mean;   // mu = Sigma nu
  Vector alpha;  // K^-1 mu = nu - W mu
};

/// Any deterministic sites keep an estimate exact, so that single precision may look for them; what enters an estimate
/// is made in double.
enum class Accuracy { rough, full };

/// The prior under sites, N(mu, Sigma) with Sigma = (K^-1 + W)^-1. All but the first two verbs are about the sites that
/// it was conditioned on last. Of these it looks at W alone, whatever that is; shifts are told where they are needed.
class Conditioned {
 public:
  virtual ~Conditioned() = default;

  /// One factorisation. False when the numbers break down, and where single precision is not enough for this prior.
  [[nodiscard]] virtual bool condition(const Sites& sites, Accuracy accuracy) = 0;
  /// The same, ready for marginal variances and gradients; twice the cost, nothing if it is so conditioned already.
  [[nodiscard]] virtual bool condition_with_marginals(const Sites& sites, Accuracy accuracy) = 0;

  virtual double log_determinant() const = 0;  // log |I + K W|
  virtual PosteriorMean mean(const Vector& shift) const = 0;
  /// The second part of mean() alone, which may take a product less.
  virtual Vector alpha(const Vector& shift) const = 0;
  virtual Vector marginal_variances() const = 0;  // not finite after a stop request

  /// Draws of N(0, Sigma), a column each, from columns of so many standard normals. The prior is prepared for draws.
  /// They mean nothing after a stop request.
  virtual Index normals_per_draw() const = 0;
  virtual Matrix draw(const Matrix& normals) const = 0;
  /// One draw of N(mean, Sigma).
  Vector draw_one(const Vector& mean, Stream& stream) const;

  /// The law at new rows, where alpha is that of mean(). Means nothing after a stop request.
  virtual LatentMoments extend(const Dataset& rows, const Vector& alpha) const = 0;

  /// The gradient in the logarithm of (variance, lengthscales) of a log evidence whose derivative in K is
  ///   (left right' + right left') / 4 - W^1/2 B^-1 W^1/2 / 2,   B = I + W^1/2 K W^1/2.
  /// Empty after a stop request.
  virtual std::optional<std::vector<double>> gradient(const Matrix& left, const Matrix& right) const = 0;
};

/// Sites in the order in which rows are taken: row order[i] at place i.
struct OrderedSites {
  std::vector<Index> order;
  Vector precision;  // w; below 1 / noise where there is noise
  Vector shift;      // nu
};

/// A row when its turn comes. In a particle its value is proposed from N(mean, variance): about its law given the
/// values before it and the sites of those to come, without the row's own site. Only means differ between particles.
struct Turn {
  Index row;  // of the data
  double variance;
  double width;  // the sd of that law with the row's own site
};

/// The prior with its values taken one after the other, for whoever draws each with the response of its row. It tells
/// what to propose a value from, looking ahead through sites. At the end it tells how the prior's density compares with
/// what was proposed. The values are those of f, or of t = f + noise, and A is their covariance.
class OneByOne {
 public:
  virtual ~OneByOne() = default;

  virtual Index size() const = 0;
  virtual Turn turn(Index place) const = 0;

  /// Some particles on their way through the rows.
  class Walk {
   public:
    virtual ~Walk() = default;
    /// In each particle; of place 0, 1, … in turn.
    virtual std::span<const double> means(Index place) = 0;
    /// The values that were drawn there.
    virtual void take(Index place, std::span<const double> values) = 0;
    /// After the last row, for each particle: log N(values | 0, A) - sum_i log N(value_i | mean_i, variance_i). Exact
    /// for the means and variances that were told, however rough they are.
    virtual std::span<const double> log_ratios() const = 0;
  };
  virtual std::unique_ptr<Walk> walk(Index particles) const = 0;

  /// f at the rows given the values that were taken. Empty when the numbers break down.
  virtual std::optional<Vector> draw_latent(const Vector& values, Stream& stream) const = 0;
  /// A^-1 values, which Regression asks for: cheap where a factor of A is at hand. Empty when the numbers break down.
  virtual std::optional<Vector> alpha(const Vector& values) const = 0;
};

/// Gaussian process regression: the law of f at new rows given values of f plus noise at all rows of the table. A is
/// the covariance of these values.
class Regression {
 public:
  virtual ~Regression() = default;

  /// A^-1 values: all that new rows need to know of them. Needs Accuracy::full.
  virtual Vector alpha(const Vector& values) const = 0;

  /// The law at new rows, where alpha is that of the values. A row's answer does not depend on the others. Means
  /// nothing after a stop request.
  virtual LatentMoments extend(const Dataset& rows, const Vector& alpha) const = 0;

  /// The law of each coefficient of the terms beside the kernel (Covariance), where alpha is that of the values. Needs
  /// Accuracy::full; means nothing after a stop request.
  virtual LatentMoments coefficients(const Vector& alpha) const = 0;
};

/// Values that are taken one by one, and values that are regressed on, have at least this share of the largest
/// variance as noise. K alone may leave a row nothing that the others do not determine, in exact arithmetic or by
/// rounding. It moves the log evidence by about 1e-6, as jitter would, and is a function of theta.
inline constexpr double kLeastNoise = 1e-9;

/// What a prior is asked for, which tells the memory that it takes. In this order: means at new rows alone; a
/// regression; draws of N(0, K); all that an evidence and draws given it take; an evidence with its gradient.
enum class Use { means, regression, draws, sites, gradients };

/// N(0, K) over the latent values at the rows of a table, at one theta, whatever form K has.
class GaussianPrior {
 public:
  virtual ~GaussianPrior() = default;

  virtual Index size() const = 0;
  virtual Vector marginal_variances() const = 0;        // diag K
  virtual Vector multiply(const Vector& x) const = 0;   // K x
  virtual double jitter() const = 0;                    // that K has on its diagonal beside what the kernel says
  virtual std::optional<std::size_t> rank() const = 0;  // of K where that is known to be small; to tell users
  /// That it and all that is made of it hold at most, in one thread.
  virtual double bytes(Use use) const = 0;

  /// Of the state of a chain, from which everything else follows: the values at the rows unless a form knows better.
  virtual Index state_size() const { return size(); }
  /// The values at the rows of the table, f or t, from the state.
  virtual Vector rows_of(const Vector& state) const { return state; }

  /// Makes ready what draws of N(0, K) and of N(mu, Sigma) take. Where that is a factor of K, K gets the jitter that it
  /// needs, so that whatever shall agree with the draws is made later. False when the numbers break down.
  [[nodiscard]] virtual bool prepare_draws() { return true; }
  virtual Vector draw(Stream& stream) const = 0;  // of N(0, K)

  virtual std::unique_ptr<Conditioned> under_sites(std::unique_ptr<Conditioned> memory = nullptr) const = 0;

  /// What values that are taken one by one or regressed on have where this noise is asked for.
  double least_noise() const { return kLeastNoise * marginal_variances().maxCoeff(); }
  double used_noise(double asked) const { return std::max(asked, least_noise()); }

  /// For responses that depend on f plus normal noise of this variance. Null when the numbers break down.
  virtual std::unique_ptr<OneByOne> one_by_one(OrderedSites sites, double noise,
                                               std::unique_ptr<OneByOne> memory = nullptr) const = 0;

  /// On values with normal noise of this variance. One factorisation: where rough accuracy is enough, in single
  /// precision if that moves no probability by 1e-5. Null when the numbers break down.
  virtual std::unique_ptr<Regression> regression(double noise, Accuracy accuracy,
                                                 std::unique_ptr<Regression> memory = nullptr) const = 0;

  /// The mean of Regression::extend alone, which takes no factorisation; Use::means is enough for it.
  virtual Vector extend_mean(const Dataset& rows, const Vector& alpha) const = 0;
};

}  // namespace lehr
