#include <lehr/api/pointwise_elpd.hpp>

namespace lehr {

std::optional<std::vector<double>> pointwise_elpd(const StoredRun& run) {
  const std::optional<LeaveOneOut>& found = run.outcome().leave_one_out;
  if (!found || found->elpd.size() != run.info().data.rows) return std::nullopt;
  return found->elpd;
}

}  // namespace lehr
