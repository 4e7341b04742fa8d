#include <lehr/priors/low_rank_prior.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

#include <Eigen/Dense>

#include <lehr/linalg/cholesky.hpp>
#include <lehr/priors/covariance.hpp>
#include <lehr/priors/low_rank_conditioned.hpp>
#include <lehr/priors/low_rank_one_by_one.hpp>
#include <lehr/random/distributions.hpp>

namespace lehr {

LowRankPrior::LowRankPrior(PivotedFactor g, std::optional<KernelAt> kernel, std::stop_token stop)
    : g_(std::move(g)), stop_(std::move(stop)) {
  if (kernel) kernel_.emplace(*kernel);
}

Vector LowRankPrior::multiply(const Vector& x) const {
  const Vector inner = g().transpose() * x;
  return g() * inner;
}

Vector LowRankPrior::draw(Stream& stream) const {
  Vector normals(g().cols());
  fill_normal(stream, {normals.data(), static_cast<std::size_t>(normals.size())});
  return g() * normals;
}

std::unique_ptr<Conditioned> LowRankPrior::under_sites(std::unique_ptr<Conditioned> /*memory*/) const {
  return condition_low_rank(*this);
}

std::unique_ptr<OneByOne> LowRankPrior::one_by_one(OrderedSites sites, double noise,
                                                   std::unique_ptr<OneByOne> memory) const {
  return take_low_rank_one_by_one(*this, std::move(sites), noise, std::move(memory));
}

LatentMoments LowRankPrior::extend_weights(const Dataset& rows, const Vector& mean,
                                           const Matrix& precision_factor) const {
  const Matrix at_pivots = g()(g_.pivots, Eigen::all);  // L
  const Dataset pivots = rows_at(kernel_->data, g_.pivots);
  const auto count = static_cast<Index>(rows.rows);
  LatentMoments moments{Vector(count), Vector(count)};
  Matrix cross;
  Matrix weights;  // g*, a row each
  const auto extend_block = [&](const Dataset& block, Index begin, Index new_rows) {
    fill_cross_covariance(pivots, block, kernel_->kernel, kernel_->parameters, cross);
    at_pivots.triangularView<Eigen::Lower>().solveInPlace(cross);
    weights = cross.transpose();
    const Vector means = weights * mean;
    const Vector own = (kernel_->parameters.variance - weights.rowwise().squaredNorm().array()).max(0.0);
    precision_factor.transpose().triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(weights);
    const Vector shared = weights.rowwise().squaredNorm();
    moments.mean.segment(begin, new_rows) = means.head(new_rows);
    moments.variance.segment(begin, new_rows) = (own + shared).head(new_rows);
  };
  visit_blocks(rows, extend_block, stop_);
  return moments;
}

/// Given state = G x + e, e ~ N(0, s I), the weights have the precision P = I + G'G / s and the mean P^-1 G' state / s.
std::optional<LatentMoments> LowRankPrior::extend(const Dataset& rows, const Vector& state, double noise) const {
  if (stop_.stop_requested()) return std::nullopt;
  const double s = std::max(noise, least_noise());
  const Index rank = g().cols();
  Matrix precision = Matrix::Identity(rank, rank);
  precision.selfadjointView<Eigen::Lower>().rankUpdate(g().transpose(), 1 / s);
  if (!cholesky_in_place<double>(precision)) return std::nullopt;
  Vector mean = g().transpose() * state / s;
  precision.triangularView<Eigen::Lower>().solveInPlace(mean);
  precision.transpose().triangularView<Eigen::Upper>().solveInPlace(mean);
  LatentMoments moments = extend_weights(rows, mean, precision);
  if (stop_.stop_requested()) return std::nullopt;
  return moments;
}

}  // namespace lehr
