#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <lehr/run/run.hpp>

namespace lehr::report {

/// How the probability answers to one column of the table, the other columns held at a typical row.
struct Response {
  std::string column;
  std::size_t feature = 0;              // the first feature of the column
  std::vector<std::string> categories;  // of a categorical column; else empty
  std::vector<double> values;           // of the column, in its own units; places 0, 1, … of the categories
  std::size_t first_row = 0;            // of these values among the rows to predict
};

/// The columns of a run, and the encoded rows whose predictions show their responses. These are even steps over the
/// range of a column, all its values where they are few, and all categories of a categorical one. The typical row has
/// the median of each number and the commonest of each category.
struct ResponsePlan {
  std::vector<Response> responses;
  Dataset rows;
};
ResponsePlan plan_responses(const RunInfo& info);

}  // namespace lehr::report
