#pragma once

#include <lehr/api/relevance.hpp>
#include <lehr/run/stored_run.hpp>

namespace lehr {

/// The relevance of each feature of a stored run, as users get it of a run file.
RelevanceReport relevance(const StoredRun& run, const RunContext& context);

}  // namespace lehr
