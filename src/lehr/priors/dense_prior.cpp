#include <lehr/priors/dense_prior.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

#include <Eigen/Dense>

#include <lehr/linalg/cholesky.hpp>
#include <lehr/linalg/jitter.hpp>
#include <lehr/priors/covariance.hpp>
#include <lehr/priors/dense_conditioned.hpp>
#include <lehr/priors/dense_one_by_one.hpp>
#include <lehr/random/distributions.hpp>

namespace lehr {

bool DensePrior::finish(Use use, std::optional<KernelAt> kernel, std::stop_token stop) {
  stop_ = std::move(stop);
  kernel_.reset();
  if (kernel) kernel_.emplace(*kernel);
  jitter_ = 0;
  if (use == Use::sites) return true;
  // The jitter comes first: K + jitter I is the covariance of everything that follows.
  const std::optional<double> jitter = factorise_with_jitter(k_, factor_, stop_);
  if (!jitter) return false;
  jitter_ = *jitter;
  k_.diagonal().array() += jitter_;
  return true;
}

Vector DensePrior::multiply(const Vector& x) const { return k_.selfadjointView<Eigen::Lower>() * x; }

Vector DensePrior::draw(Stream& stream) const {
  Vector normals(size());
  fill_normal(stream, {normals.data(), static_cast<std::size_t>(normals.size())});
  return factor_.triangularView<Eigen::Lower>() * normals;
}

std::unique_ptr<Conditioned> DensePrior::under_sites(std::unique_ptr<Conditioned> memory) const {
  return condition_dense(*this, std::move(memory));
}

std::unique_ptr<OneByOne> DensePrior::one_by_one(OrderedSites sites, double noise,
                                                 std::unique_ptr<OneByOne> memory) const {
  return take_dense_one_by_one(*this, std::move(sites), noise, std::move(memory));
}

/// With A = K + noise I, k* the covariances with a new row and k** its variance, the latent there is normal with
///   m = k*' A^-1 state,   v = k** - k*' A^-1 k*.
/// No jitter is needed, and equal rows are harmless.
std::optional<LatentMoments> DensePrior::extend(const Dataset& rows, const Vector& state, double noise) const {
  if (stop_.stop_requested()) return std::nullopt;
  Matrix factor = k_;
  factor.diagonal().array() += std::max(noise, least_noise());
  if (!cholesky_in_place<double>(factor)) return std::nullopt;
  Vector alpha = state;
  factor.triangularView<Eigen::Lower>().solveInPlace(alpha);  // L^-1 state
  LatentMoments moments{Vector(static_cast<Index>(rows.rows)), Vector(static_cast<Index>(rows.rows))};
  Matrix cross;
  Matrix solved;  // a row each: solves from the right are faster
  const auto extend_block = [&](const Dataset& block, Index begin, Index count) {
    fill_cross_covariance(kernel_->data, block, kernel_->kernel, kernel_->parameters, cross);
    solved = cross.transpose();
    factor.transpose().triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(solved);
    const Vector mean = solved * alpha;
    const Vector explained = solved.rowwise().squaredNorm();
    moments.mean.segment(begin, count) = mean.head(count);
    moments.variance.segment(begin, count) =
        (kernel_->parameters.variance - explained.head(count).array()).max(0.0).matrix();
  };
  if (!visit_blocks(rows, extend_block, stop_)) return std::nullopt;
  return moments;
}

}  // namespace lehr
