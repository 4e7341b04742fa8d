#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <experiments/program/data_sets.hpp>

namespace lehr::reproduce {

/// The fold of each row, from 0: rows of each class are dealt out in random order, so that every fold has its share.
std::vector<std::size_t> deal_folds(const Dataset& data, std::size_t folds, std::uint64_t seed);

/// What is learned from and what is predicted when one fold is left out; scales are those of the rows learned from.
struct FoldData {
  std::shared_ptr<const Dataset> training;
  std::shared_ptr<const Dataset> test;
};
FoldData leave_out(const DataSet& set, const std::vector<std::size_t>& fold_of_row, std::size_t fold);

/// row,fold,label,seed with rows counted from 1: for programs that are compared on the same folds.
std::string folds_csv(const Dataset& data, const std::vector<std::size_t>& fold_of_row, std::uint64_t seed);

}  // namespace lehr::reproduce
