#include <lehr/priors/new_rows.hpp>

#include <algorithm>
#include <cstddef>

#include <lehr/priors/covariance.hpp>

namespace lehr {
namespace {

constexpr std::size_t kRowsAtOnce = 64;
constexpr std::size_t kColumnsAtOnce = 96;  // whole panels, so that solves with them waste no lane

}  // namespace

Dataset some_rows(const Dataset& data, std::size_t begin, std::size_t count, std::size_t width) {
  Dataset result;
  result.rows = width;
  result.features = data.features;
  result.feature_names = data.feature_names;
  for (std::size_t k = 0; k < data.features; ++k) {
    const auto column = data.feature(k).subspan(begin, count);
    result.inputs.insert(result.inputs.end(), column.begin(), column.end());
    result.inputs.insert(result.inputs.end(), width - count, column.back());
  }
  return result;
}

Dataset rows_at(const Dataset& data, const std::vector<Index>& rows) {
  Dataset result;
  result.rows = rows.size();
  result.features = data.features;
  result.feature_names = data.feature_names;
  for (std::size_t k = 0; k < data.features; ++k) {
    for (const Index row : rows) result.inputs.push_back(data.feature(k)[static_cast<std::size_t>(row)]);
  }
  return result;
}

bool visit_blocks(const Dataset& rows, const VisitBlock& visit, const std::stop_token& stop) {
  for (std::size_t begin = 0; begin < rows.rows; begin += kRowsAtOnce) {
    if (stop.stop_requested()) return false;
    const std::size_t count = std::min(kRowsAtOnce, rows.rows - begin);
    visit(some_rows(rows, begin, count, kRowsAtOnce), static_cast<Index>(begin), static_cast<Index>(count));
  }
  return true;
}

void visit_cross_covariances(const KernelAt& at, const Dataset& rows, const VisitCross& visit) {
  Matrix cross;
  for (std::size_t begin = 0; begin < rows.rows; begin += kColumnsAtOnce) {
    const std::size_t count = std::min(kColumnsAtOnce, rows.rows - begin);
    fill_cross_covariance(at.data, some_rows(rows, begin, count, count), at.covariance, cross);
    if (!visit(static_cast<Index>(begin), cross)) return;
  }
}

}  // namespace lehr
