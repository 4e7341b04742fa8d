#include <lehr/priors/low_rank_prior.hpp>

#include <cstddef>
#include <utility>

#include <Eigen/Dense>

#include <lehr/priors/covariance.hpp>
#include <lehr/priors/low_rank_conditioned.hpp>
#include <lehr/priors/low_rank_one_by_one.hpp>
#include <lehr/priors/low_rank_regression.hpp>
#include <lehr/random/distributions.hpp>

namespace lehr {

/// G, and with sites the same in order and as gains, or as roots for a gradient; and matrices of its rank.
double low_rank_bytes(double rank, std::size_t rows, Use use) {
  const bool alone = use == Use::means || use == Use::regression || use == Use::draws;
  return sizeof(double) * rank * ((alone ? 1 : 3) * static_cast<double>(rows) + 3 * rank);
}

LowRankPrior::LowRankPrior(PivotedFactor g, std::optional<KernelAt> kernel, std::stop_token stop)
    : g_(std::move(g)), of_kernel_(g_.columns.cols()), stop_(std::move(stop)) {
  if (!kernel) return;
  kernel_.emplace(*kernel);
  const Index terms = kernel->covariance.coefficients(kernel->data.features);
  if (terms == 0) return;
  g_.columns.conservativeResize(size(), of_kernel_ + terms);
  g_.columns.rightCols(terms) = term_columns(kernel->data, kernel->covariance);
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

void LowRankPrior::visit_weights(const Dataset& rows, const VisitWeights& visit) const {
  const Matrix at_pivots = g()(g_.pivots, Eigen::seqN(0, of_kernel_));  // L
  const Covariance& covariance = kernel_->covariance;
  const Dataset pivots = rows_at(kernel_->data, g_.pivots);
  Matrix cross;
  Matrix weights;
  const auto visit_block = [&](const Dataset& block, Index begin, Index new_rows) {
    fill_cross_covariance(pivots, block, covariance.kernel_alone(), cross);
    at_pivots.triangularView<Eigen::Lower>().solveInPlace(cross);
    weights.resize(cross.cols(), g().cols());
    weights.leftCols(of_kernel_) = cross.transpose();
    weights.rightCols(g().cols() - of_kernel_) = term_columns(block, covariance);
    visit(weights, begin, new_rows);
  };
  visit_blocks(rows, visit_block, stop_);
}

LatentMoments LowRankPrior::extend_weights(const Dataset& rows, const Vector& mean,
                                           const Matrix& precision_factor) const {
  const auto count = static_cast<Index>(rows.rows);
  LatentMoments moments{Vector(count), Vector(count)};
  visit_weights(rows, [&](Matrix& weights, Index begin, Index new_rows) {
    const Vector means = weights * mean;
    const Vector own =
        (kernel_->covariance.parameters.variance - weights.leftCols(of_kernel_).rowwise().squaredNorm().array())
            .max(0.0);
    precision_factor.transpose().triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(weights);
    const Vector shared = weights.rowwise().squaredNorm();
    moments.mean.segment(begin, new_rows) = means.head(new_rows);
    moments.variance.segment(begin, new_rows) = (own + shared).head(new_rows);
  });
  return moments;
}

Vector LowRankPrior::extend_mean(const Dataset& rows, const Vector& alpha) const {
  const Vector mean = g().transpose() * alpha;
  Vector result(static_cast<Index>(rows.rows));
  visit_weights(rows, [&](const Matrix& weights, Index begin, Index new_rows) {
    const Vector means = weights * mean;
    result.segment(begin, new_rows) = means.head(new_rows);
  });
  return result;
}

std::unique_ptr<Regression> LowRankPrior::regression(double noise, Accuracy /*accuracy*/,
                                                     std::unique_ptr<Regression> /*memory*/) const {
  return regress_low_rank(*this, noise);
}

}  // namespace lehr
