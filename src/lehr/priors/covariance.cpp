#include <lehr/priors/covariance.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace lehr {
namespace {

constexpr std::size_t kChunk = 256;  // distances held in the first-level cache while all features pass over them

constexpr double kFarthest = 8e307;         // the difference of two such numbers is still finite
constexpr double kLargestDistance = 1e300;  // squared; every kernel has long been 0

/// Inputs divided by their length-scales, feature by feature. Bounded only where they would overflow: what is bounded
/// on one side becomes equal.
std::vector<double> scaled_inputs(const Dataset& data, std::span<const double> lengthscales) {
  std::vector<double> scaled(data.inputs.size());
  for (std::size_t k = 0; k < data.features; ++k) {
    const double lengthscale = lengthscales.size() == 1 ? lengthscales[0] : lengthscales[k];
    for (std::size_t i = 0; i < data.rows; ++i) {
      scaled[k * data.rows + i] = std::clamp(data.inputs[k * data.rows + i] / lengthscale, -kFarthest, kFarthest);
    }
  }
  return scaled;
}

/// Rows as their covariances are made from: scaled inputs, feature by feature, and term_columns.
struct ScaledRows {
  const std::vector<double>& values;
  const Matrix& terms;
  std::size_t rows;
};

/// out[i] <- squared distance between row begin + i of `rows` and row j of `others`.
void squared_distances(const ScaledRows& rows, std::size_t begin, const ScaledRows& others, std::size_t j,
                       std::span<double> out) {
  const std::size_t features = rows.values.size() / rows.rows;
  using Lane = Eigen::Array<double, 32, 1>;  // stays in registers while all features pass
  std::size_t i = 0;
  for (; i + Lane::SizeAtCompileTime <= out.size(); i += Lane::SizeAtCompileTime) {
    Lane sum = Lane::Zero();
    for (std::size_t k = 0; k < features; ++k) {
      const Eigen::Map<const Lane> column(rows.values.data() + k * rows.rows + begin + i);
      sum += (column - others.values[k * others.rows + j]).square();
    }
    Eigen::Map<Lane>(out.data() + i) = sum.min(kLargestDistance);
  }
  for (; i < out.size(); ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < features; ++k) {
      const double difference = rows.values[k * rows.rows + begin + i] - others.values[k * others.rows + j];
      sum += difference * difference;
    }
    out[i] = std::min(sum, kLargestDistance);
  }
}

/// out[i] <- k between row first + i of `rows` and row j of `others`.
void fill_column(const ScaledRows& rows, std::size_t first, const ScaledRows& others, std::size_t j,
                 const Covariance& covariance, std::span<double> out) {
  for (std::size_t begin = 0; begin < out.size(); begin += kChunk) {
    const std::span<double> chunk = out.subspan(begin, std::min(kChunk, out.size() - begin));
    squared_distances(rows, first + begin, others, j, chunk);
    covariance.kernel.correlation(chunk);
    for (double& value : chunk) value *= covariance.parameters.variance;
    for (Index c = 0; c < rows.terms.cols(); ++c) {
      const double* const column = rows.terms.col(c).data() + first + begin;
      const double factor = others.terms(static_cast<Index>(j), c);
      for (std::size_t i = 0; i < chunk.size(); ++i) chunk[i] += factor * column[i];
    }
  }
}

}  // namespace

void fill_covariance(const Dataset& data, const Covariance& covariance, Matrix& k) {
  const auto n = static_cast<Index>(data.rows);
  if (k.rows() != n || k.cols() != n) k.resize(n, n);
  const std::vector<double> scaled = scaled_inputs(data, covariance.parameters.lengthscales);
  const Matrix terms = term_columns(data, covariance);
  const ScaledRows rows{scaled, terms, data.rows};
  for (std::size_t j = 0; j < data.rows; ++j) {
    double* const column = k.col(static_cast<Index>(j)).data();
    fill_column(rows, j + 1, rows, j, covariance, {column + j + 1, data.rows - j - 1});
  }
  k.diagonal() = prior_variances(data, covariance);
}

/// A panel is filled as if all of its rows were there, some columns at a time; what is fixed around the triangle is put
/// back at the end.
void fill_covariance(const Dataset& data, const Covariance& covariance, std::span<const Index> order,
                     PanelMatrix<double>& k) {
  constexpr Index kRows = kPanelRows<double>;
  constexpr Index kColumns = 16;  // so that their distances stay in the first-level cache
  k.resize(static_cast<Index>(data.rows));
  const Index lead = k.lead();
  const Index stored = k.stored_rows();
  const std::vector<double> scaled = scaled_inputs(data, covariance.parameters.lengthscales);
  const Matrix terms = term_columns(data, covariance);
  const Vector variances = prior_variances(data, covariance);
  Matrix inputs = Matrix::Zero(stored, static_cast<Index>(data.features));  // in order, rows as they are stored
  Matrix ordered_terms = Matrix::Zero(stored, terms.cols());
  for (Index feature = 0; feature < inputs.cols(); ++feature) {
    const double* const column = scaled.data() + static_cast<std::size_t>(feature) * data.rows;
    for (Index i = lead; i < stored; ++i) inputs(i, feature) = column[order[static_cast<std::size_t>(i - lead)]];
  }
  for (Index c = 0; c < terms.cols(); ++c) {
    for (Index i = lead; i < stored; ++i) ordered_terms(i, c) = terms(order[static_cast<std::size_t>(i - lead)], c);
  }
  using Lane = Eigen::Array<double, int{kRows}, 1>;
  for (Index p = 0; p < k.panels(); ++p) {
    for (Index begin = lead; begin < k.width(p); begin += kColumns) {
      const Index end = std::min(begin + kColumns, k.width(p));
      double* const out = k.panel(p) + begin * kRows;
      for (Index j = begin; j < end; ++j) {
        Lane sum = Lane::Zero();
        for (Index feature = 0; feature < inputs.cols(); ++feature) {
          sum += (Eigen::Map<const Lane>(&inputs(p * kRows, feature)) - inputs(j, feature)).square();
        }
        Eigen::Map<Lane>(out + (j - begin) * kRows) = sum.min(kLargestDistance);
      }
      const std::span<double> filled(out, static_cast<std::size_t>((end - begin) * kRows));
      covariance.kernel.correlation(filled);
      for (double& value : filled) value *= covariance.parameters.variance;
      for (Index j = begin; j < end && terms.cols() > 0; ++j) {
        Eigen::Map<Lane> lane(out + (j - begin) * kRows);
        for (Index c = 0; c < terms.cols(); ++c) {
          lane += Eigen::Map<const Lane>(&ordered_terms(p * kRows, c)) * ordered_terms(j, c);
        }
      }
    }
    for (Index i = std::max(lead, p * kRows); i < k.width(p); ++i) {
      k.panel(p)[i * kRows + i - p * kRows] = variances(order[static_cast<std::size_t>(i - lead)]);
    }
  }
  k.reset_outside();
}

CovarianceColumns::CovarianceColumns(const Dataset& data, const Covariance& covariance)
    : covariance_(covariance),
      rows_(data.rows),
      scaled_(scaled_inputs(data, covariance.parameters.lengthscales)),
      terms_(term_columns(data, covariance)) {}

void CovarianceColumns::fill(std::size_t column, std::span<double> out) const {
  const ScaledRows rows{scaled_, terms_, rows_};
  fill_column(rows, 0, rows, column, covariance_, out);
}

void fill_cross_covariance(const Dataset& rows, const Dataset& others, const Covariance& covariance, Matrix& k) {
  k.resize(static_cast<Index>(rows.rows), static_cast<Index>(others.rows));
  const std::vector<double> scaled_rows = scaled_inputs(rows, covariance.parameters.lengthscales);
  const std::vector<double> scaled_others = scaled_inputs(others, covariance.parameters.lengthscales);
  const Matrix terms = term_columns(rows, covariance);
  const Matrix other_terms = term_columns(others, covariance);
  for (std::size_t j = 0; j < others.rows; ++j) {
    double* const column = k.col(static_cast<Index>(j)).data();
    fill_column({scaled_rows, terms, rows.rows}, 0, {scaled_others, other_terms, others.rows}, j, covariance,
                {column, rows.rows});
  }
}

ChainRule::ChainRule(const Dataset& data, const Kernel& kernel, const KernelParameters& parameters)
    : data_(data),
      kernel_(kernel),
      parameters_(parameters),
      scaled_(scaled_inputs(data, parameters.lengthscales)),
      gradient_(1 + parameters.lengthscales.size(), 0.0) {}

void ChainRule::add_columns(Index first, const Matrix& columns) {
  std::array<double, kChunk> distances{};
  std::array<double, kChunk> values{};
  const Matrix no_terms;
  for (Index c = 0; c < columns.cols(); ++c) {
    const auto j = static_cast<std::size_t>(first + c);
    const double* const s = columns.col(c).data();
    gradient_[0] += parameters_.variance * s[j];
    for (std::size_t begin = j + 1; begin < data_.rows; begin += kChunk) {
      const std::size_t count = std::min(kChunk, data_.rows - begin);
      squared_distances({scaled_, no_terms, data_.rows}, begin, {scaled_, no_terms, data_.rows}, j,
                        std::span(distances.data(), count));

      values = distances;
      kernel_.correlation(std::span(values.data(), count));
      for (std::size_t i = 0; i < count; ++i) gradient_[0] += 2 * parameters_.variance * s[begin + i] * values[i];

      // d k / d log tau_k = variance * rho'(r2) * (-2 delta_k^2), delta_k the scaled difference; twice for both
      // triangles.
      values = distances;
      kernel_.slope(std::span(values.data(), count));
      for (std::size_t i = 0; i < count; ++i) values[i] *= -4 * parameters_.variance * s[begin + i];
      if (parameters_.lengthscales.size() == 1) {
        for (std::size_t i = 0; i < count; ++i) gradient_[1] += values[i] * distances[i];
        continue;
      }
      for (std::size_t k = 0; k < data_.features; ++k) {
        const double* const column = scaled_.data() + k * data_.rows;
        for (std::size_t i = 0; i < count; ++i) {
          const double difference = column[begin + i] - column[j];
          gradient_[1 + k] += values[i] * difference * difference;
        }
      }
    }
  }
}

}  // namespace lehr
