#pragma once

#include <cstddef>

#include <lehr/run_file/writer.hpp>

namespace lehr {

/// Draws in a block of the file, for a variable with `width` numbers per draw. A block holds consecutive draws of one
/// chain: large enough to be read fast, small enough that one of each chain can wait in memory until it is full.
std::size_t block_draws(const RunFileContents& contents, std::size_t width);

/// Evaluations in a block of a chain's warm-up.
std::size_t block_evaluations(std::size_t evaluations);

/// Rows in a block of the inputs.
std::size_t block_rows(std::size_t rows, std::size_t features);

/// A bound on the size of the file in bytes.
std::size_t largest_size(const RunInfo& info, const RunFileContents& contents);

}  // namespace lehr
