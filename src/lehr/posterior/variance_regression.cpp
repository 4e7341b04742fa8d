#include <lehr/posterior/variance_regression.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Dense>

namespace lehr {
namespace {

constexpr std::size_t kLeastAnchors = 22;
constexpr double kLeastVariance = 1e-12;  // as a share of the largest; what is below is rounding

/// A row each, with mean 0 and sd 1 in every column that varies.
Matrix standardised(const std::vector<std::vector<double>>& points) {
  const auto parameters = points.empty() ? Index{0} : static_cast<Index>(points.front().size());
  Matrix result(static_cast<Index>(points.size()), parameters);
  for (Index i = 0; i < result.rows(); ++i) {
    result.row(i) = Eigen::Map<const Vector>(points[static_cast<std::size_t>(i)].data(), parameters).transpose();
  }
  for (auto column : result.colwise()) {
    column.array() -= column.mean();
    const double sd = std::sqrt(column.squaredNorm() / static_cast<double>(column.size()));
    if (sd > 0) column /= sd;
  }
  return result;
}

/// All products of up to `degree` parameters, of those from `first` on, times what `so_far` holds.
void add_terms(const Matrix& points, Index first, int degree, const Vector& so_far, std::vector<Vector>& terms) {
  terms.push_back(so_far);
  if (degree == 0) return;
  for (Index p = first; p < points.cols(); ++p) {
    add_terms(points, p, degree - 1, so_far.cwiseProduct(points.col(p)), terms);
  }
}

Matrix polynomial(const Matrix& points) {
  std::vector<Vector> terms;
  add_terms(points, 0, points.cols() <= 2 ? 3 : 2, Vector::Ones(points.rows()), terms);
  Matrix design(points.rows(), static_cast<Index>(terms.size()));
  for (Index t = 0; t < design.cols(); ++t) design.col(t) = terms[static_cast<std::size_t>(t)];
  return design;
}

}  // namespace

VarianceRegression::VarianceRegression(const std::vector<std::vector<double>>& points) : is_anchor_(points.size()) {
  // With many parameters there are more terms than states: nothing is worthwhile then, and nothing is made.
  const std::size_t parameters = points.empty() ? 0 : points.front().size();
  terms_ = parameters <= 2 ? 10 : (parameters + 1) * (parameters + 2) / 2;
  if (2 * terms_ > points.size()) return;
  const Matrix standard = standardised(points);
  design_ = polynomial(standard);
  choose_anchors(standard);
}

/// The first is next to the mean, each further one farthest from those there are.
void VarianceRegression::choose_anchors(const Matrix& points) {
  const std::size_t wanted = std::max(kLeastAnchors, terms_ + terms_ / 2);
  Index next = 0;
  points.rowwise().squaredNorm().minCoeff(&next);
  Vector distance = Vector::Constant(points.rows(), std::numeric_limits<double>::infinity());
  while (anchors_.size() < wanted && distance.maxCoeff() > 0) {
    anchors_.push_back(static_cast<std::size_t>(next));
    is_anchor_[static_cast<std::size_t>(next)] = true;
    distance = distance.cwiseMin((points.rowwise() - points.row(next)).rowwise().squaredNorm());
    distance.maxCoeff(&next);
  }
}

void VarianceRegression::fill(StateMoments& moments, const std::vector<double>& of_state, const Vector& of_row) const {
  const auto states = design_.rows();
  const Index rows = static_cast<Index>(moments.variances.size()) / states;
  const auto at = static_cast<Index>(anchors_.size());
  Matrix design(at, design_.cols());
  Matrix logs(at, rows);
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<Rows> variances(moments.variances.data(), states, rows);
  for (Index a = 0; a < at; ++a) {
    const std::size_t state = anchors_[static_cast<std::size_t>(a)];
    const auto s = static_cast<Index>(state);
    design.row(a) = design_.row(s);
    logs.row(a) = variances.row(s).array().max(kLeastVariance * (of_state[state] + of_row.transpose().array())).log();
  }
  const Matrix coefficients = design.colPivHouseholderQr().solve(logs);
  for (Index s = 0; s < states; ++s) {
    const auto state = static_cast<std::size_t>(s);
    if (is_anchor_[state]) continue;
    variances.row(s) = (design_.row(s) * coefficients).array().exp().min(of_state[state] + of_row.transpose().array());
  }
}

}  // namespace lehr
