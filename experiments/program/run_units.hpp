#pragma once

#include <string>
#include <vector>

#include <experiments/program/reproduce.hpp>
#include <experiments/program/unit.hpp>
#include <experiments/program/unit_cache.hpp>
#include <lehr/base/observer.hpp>

namespace lehr::reproduce {

/// Runs the units that the cache does not have, each on one thread, as many at once as the context allows, and keeps
/// every result as soon as it is there. Returns the results of all of them but those that only a summary needs which is
/// there. Progress counts what this call had to run. A UsageError where a summary that was made with other options
/// would be replaced.
Results run_units(const std::vector<Unit>& units, const UnitCache& cache, const std::string& task,
                  const RunContext& context);

/// The results that the cache has, and the summaries of those; nothing else is run. Some may be missing.
Results find_units(const std::vector<Unit>& units, const UnitCache& cache);

/// In words, how many summaries of these units the cache has of other options, which are not used; empty without any.
std::string summaries_of_other_options(const std::vector<Unit>& units, const UnitCache& cache);

/// Says so in the report's notes.
void note_unused_summaries(const std::vector<Unit>& units, const UnitCache& cache, Report& report);

/// Of those that the cache has, the summaries.
Results find_summaries(const std::vector<Unit>& units, const UnitCache& cache);

}  // namespace lehr::reproduce
