#include <lehr/priors/dense_prior.hpp>

#include <cstddef>
#include <utility>

#include <Eigen/Dense>

#include <lehr/base/memory.hpp>
#include <lehr/linalg/jitter.hpp>
#include <lehr/priors/covariance.hpp>
#include <lehr/priors/dense_conditioned.hpp>
#include <lehr/priors/dense_one_by_one.hpp>
#include <lehr/priors/dense_regression.hpp>
#include <lehr/random/distributions.hpp>

namespace lehr {

bool DensePrior::finish(Use use, std::optional<KernelAt> kernel, std::stop_token stop) {
  stop_ = std::move(stop);
  kernel_.reset();
  if (kernel) kernel_.emplace(*kernel);
  jitter_ = 0;
  if (use != Use::draws) return true;
  // The jitter comes first: K + jitter I is the covariance of everything that follows.
  const std::optional<double> jitter = factorise_with_jitter(lower(), factor_, stop_);
  if (!jitter) return false;
  jitter_ = *jitter;
  k_.diagonal().array() += jitter_;
  return true;
}

void DensePrior::forget_matrix() {
  is_filled_ = false;
  if (!has_many_rows(static_cast<std::size_t>(k_.rows()))) return;
  k_.resize(0, 0);
  factor_.resize(0, 0);
}

const Matrix& DensePrior::lower() const {
  if (!is_filled_) {  // what is filled in is only read: particles ask from several threads
    fill_covariance(kernel_->data, kernel_->kernel, kernel_->parameters, k_);
    is_filled_ = true;
  }
  return k_;
}

void DensePrior::gather(std::span<const Index> order, double diagonal, PanelMatrix<double>& out) const {
  out.resize(size());
  if (is_filled_) {
    out.fill([&](Index i, Index j) {
      const Index row = order[static_cast<std::size_t>(i)];
      const Index column = order[static_cast<std::size_t>(j)];
      return row >= column ? k_(row, column) : k_(column, row);
    });
  } else {
    fill_covariance(kernel_->data, kernel_->kernel, kernel_->parameters, order, out);
  }
  for (Index i = 0; i < out.rows(); ++i) out(i, i) += diagonal;
}

Vector DensePrior::marginal_variances() const {
  return is_filled_ ? Vector(k_.diagonal()) : Vector::Constant(size(), kernel_->parameters.variance);
}

Vector DensePrior::multiply(const Vector& x) const { return lower().selfadjointView<Eigen::Lower>() * x; }

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

std::unique_ptr<Regression> DensePrior::regression(double noise, Accuracy accuracy,
                                                   std::unique_ptr<Regression> memory) const {
  return regress_dense(*this, noise, accuracy, std::move(memory));
}

Vector DensePrior::extend_mean(const Dataset& rows, const Vector& alpha) const {
  Vector mean(static_cast<Index>(rows.rows));
  visit_cross_covariances(*kernel_, rows, [&](Index begin, const Matrix& cross) {
    for (Index j = 0; j < cross.cols(); ++j) mean(begin + j) = cross.col(j).dot(alpha);
    return !stop_.stop_requested();
  });
  return mean;
}

}  // namespace lehr
