#include <lehr/priors/dense_prior.hpp>

#include <cstddef>
#include <utility>

#include <Eigen/Dense>

#include <lehr/base/memory.hpp>
#include <lehr/linalg/jitter.hpp>
#include <lehr/linalg/panel_products.hpp>
#include <lehr/priors/covariance.hpp>
#include <lehr/priors/dense_conditioned.hpp>
#include <lehr/priors/dense_one_by_one.hpp>
#include <lehr/priors/dense_regression.hpp>
#include <lehr/random/distributions.hpp>

namespace lehr {
namespace {

/// Of n x n doubles. With many rows an evidence gives back what its next step does not need; it takes most where the
/// approximation is asked for its own evidence beside what draws take (tests/counts/memory_test.cpp).
double matrices(std::size_t rows, Use use) {
  switch (use) {
    case Use::means:
      return 0;
    case Use::regression:
    case Use::draws:
      return 2;
    case Use::sites:
      return has_many_rows(rows) ? 4 : 7;
    case Use::gradients:
      return has_many_rows(rows) ? 2.5 : 4;
  }
  return 7;
}

}  // namespace

double dense_bytes(std::size_t rows, Use use) {
  return matrices(rows, use) * sizeof(double) * static_cast<double>(rows) * static_cast<double>(rows);
}

void DensePrior::begin(std::optional<KernelAt> kernel, std::stop_token stop) {
  stop_ = std::move(stop);
  kernel_.reset();
  if (kernel) kernel_.emplace(*kernel);
  jitter_ = 0;
  is_factorised_ = false;
}

void DensePrior::forget_matrix() {
  is_filled_ = false;
  if (!has_many_rows(static_cast<std::size_t>(k_.rows()))) return;
  k_.resize(0, 0);
  factor_ = {};
}

bool DensePrior::prepare_draws() {
  if (is_factorised_) return true;
  const auto fill = [&](double added, PanelMatrix<double>& out) {
    out.assign(lower());
    for (Index i = 0; i < out.rows(); ++i) out(i, i) += added;
  };
  const std::optional<double> jitter =
      factorise_with_jitter(marginal_variances().maxCoeff(), fill, factor_, stop_check());
  if (!jitter) return false;
  jitter_ = *jitter;
  k_.diagonal().array() += jitter_;
  is_factorised_ = true;
  return true;
}

const Matrix& DensePrior::lower() const {
  if (!is_filled_) {  // what is filled in is only read: particles ask from several threads
    fill_covariance(kernel_->data, kernel_->covariance, k_);
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
    fill_covariance(kernel_->data, kernel_->covariance, order, out);
  }
  for (Index i = 0; i < out.rows(); ++i) out(i, i) += diagonal;
}

Vector DensePrior::marginal_variances() const {
  return is_filled_ ? Vector(k_.diagonal()) : prior_variances(kernel_->data, kernel_->covariance);
}

Vector DensePrior::multiply(const Vector& x) const { return lower().selfadjointView<Eigen::Lower>() * x; }

Vector DensePrior::draw(Stream& stream) const {
  Vector normals(size());
  fill_normal(stream, {normals.data(), static_cast<std::size_t>(normals.size())});
  return multiply_vector(factor_, normals);
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
