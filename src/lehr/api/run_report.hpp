#pragma once

#include <lehr/api/fit.hpp>
#include <lehr/run/stored_run.hpp>

namespace lehr {

/// What the draws of a run are worth.
RunReport report_on(const RunInfo& info, const RunOutcome& outcome, const Chains& chains);
RunReport report_on(const StoredRun& run);

}  // namespace lehr
