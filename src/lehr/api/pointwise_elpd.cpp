#include <lehr/api/pointwise_elpd.hpp>

namespace lehr {

/// The log likelihood of a run file is that of f at the row itself, and no leave-one-out can be had from that.
std::optional<std::vector<double>> pointwise_elpd(const StoredRun& /*run*/) { return std::nullopt; }

}  // namespace lehr
