#pragma once

#include <optional>

#include <lehr/diagnostics/draws_view.hpp>

namespace lehr {

/// R's NA: a value is not finite, or all lie within 2.2e-16 of each other, so that there is no variance to compare.
bool has_no_variance(DrawsView chains);

/// How many independent draws know the mean as well as these chains do. The chains are taken as they are: split and
/// transformed by the caller. Empty below 3 draws of each chain and where has_no_variance.
std::optional<double> effective_size(DrawsView chains);

}  // namespace lehr
