#pragma once

#include <optional>

#include <lehr/data/dataset.hpp>
#include <lehr/kernels/kernel.hpp>
#include <lehr/linalg/types.hpp>
#include <lehr/model/settings.hpp>

namespace lehr {

/// G with few columns and K = G G' but for a trace of 2e-5, where the kernel is so smooth that there is such a G and it
/// saves work; else empty. A function of the data and theta alone.
///
/// What is left out, R = K - G G', hardly moves the log evidence. With likelihoods whose logarithm curves by at most 1,
/// as probit and logit have, adding N(0, R) to f lowers it by at most trace(R) / 2 = 1e-5; it raises it by about
/// alpha' R alpha / 2, which is of the same order unless the labels happen to follow what is left out.
std::optional<Matrix> low_rank_factor(const Dataset& data, const Kernel& kernel, const KernelParameters& parameters);

}  // namespace lehr
