#pragma once

#include <optional>
#include <vector>

#include <lehr/run/stored_run.hpp>

namespace lehr {

/// log p(y_i | the other rows) of each row, by leave-one-out; nothing where the run does not hold what it takes.
std::optional<std::vector<double>> pointwise_elpd(const StoredRun& run);

}  // namespace lehr
