#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <vector>

#include <lehr/data/dataset.hpp>
#include <lehr/linalg/types.hpp>
#include <lehr/priors/covariance_parts.hpp>

namespace lehr {

/// The covariance at one theta, between the rows of a table and others.
struct KernelAt {
  const Dataset& data;
  Covariance covariance;
};

/// Rows [begin, begin + count) of a dataset, the last one again and again up to `width` rows.
Dataset some_rows(const Dataset& data, std::size_t begin, std::size_t count, std::size_t width);

/// Some rows of a dataset.
Dataset rows_at(const Dataset& data, const std::vector<Index>& rows);

/// Goes through new rows in blocks of one width, the last one filled up with copies: a compiler rounds one row
/// otherwise than many, and a row's answer shall not depend on the others. `count` rows of the block are new. Asks
/// `stop` before each block; false after a request.
using VisitBlock = std::function<void(const Dataset& block, Index begin, Index count)>;
bool visit_blocks(const Dataset& rows, const VisitBlock& visit, const std::stop_token& stop = {});

/// Covariances of the table's rows with some new rows at a time, a column each; `begin` is the first of them. A column
/// does not depend on the others. Ends where `visit` returns false.
using VisitCross = std::function<bool(Index begin, const Matrix& cross)>;
void visit_cross_covariances(const KernelAt& at, const Dataset& rows, const VisitCross& visit);

}  // namespace lehr
