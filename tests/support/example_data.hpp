#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include <lehr/data/dataset.hpp>
#include <lehr/linalg/types.hpp>
#include <lehr/random/distributions.hpp>

namespace lehr::testing_support {

inline Dataset with_names(Dataset data) {
  for (std::size_t k = 0; k < data.features; ++k) data.feature_names.push_back("x" + std::to_string(k + 1));
  return data;
}

/// Inputs from N(0, 1); the class is that of the sign of a wave along the first feature, turned where the noise is
/// strong.
inline Dataset wavy_data(std::size_t rows, std::size_t features, std::uint64_t seed = 17) {
  Dataset data;
  data.rows = rows;
  data.features = features;
  data.inputs.resize(rows * features);
  Stream stream({seed, Purpose::simulation});
  fill_normal(stream, data.inputs);
  for (std::size_t i = 0; i < rows; ++i) {
    data.responses.value.push_back(std::sin(2 * data.inputs[i]) + 0.6 * draw_normal(stream) > 0 ? 1 : 0);
  }
  return with_names(data);
}

/// The rows of `data` in another order.
inline Dataset with_rows(const Dataset& data, const std::vector<std::size_t>& order) {
  Dataset result = data;
  result.rows = order.size();
  result.inputs.resize(order.size() * data.features);
  result.responses.value.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    result.responses.value[i] = data.responses.value[order[i]];
    for (std::size_t k = 0; k < data.features; ++k) {
      result.inputs[k * order.size() + i] = data.inputs[k * data.rows + order[i]];
    }
  }
  return result;
}

/// The whole symmetric matrix that is given by its lower triangle.
inline Matrix symmetric(const Matrix& lower) { return lower.selfadjointView<Eigen::Lower>(); }

}  // namespace lehr::testing_support
