#pragma once

#include <cstddef>
#include <vector>

#include <lehr/posterior/left_out_at_theta.hpp>

namespace lehr {

/// The most rows that are taken out, however large the fit.
inline constexpr std::size_t kMostRowsToRefit = 64;

/// EP without a row, at some values of theta, for the rows whose cavities say too much or too little: `found` is what
/// the cavities say there. The columns of these rows in `logs` are scaled by what comes out. Not more rows than `most`
/// refits allow; nothing is done to a row where the numbers break down.
void correct_cavities(const LeftOutInput& input, const std::vector<LeftOutAtTheta>& found,
                      const std::vector<KernelParameters>& thetas, std::size_t most, const RunContext& context,
                      Matrix& logs);

}  // namespace lehr
