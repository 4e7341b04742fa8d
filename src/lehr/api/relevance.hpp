#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/posterior/feature_relevance.hpp>

namespace lehr {

struct Run;

struct RelevanceReport {
  std::string source;                      // the run's table
  std::vector<FeatureRelevance> features;  // the one that matters most first
  std::size_t rows = 0;                    // of the table, that it was looked at
  std::size_t draws = 0;                   // of the run, the same
};

/// How much each feature of a run matters to its predictions. Throws Interrupted after a stop request.
RelevanceReport relevance(const std::string& run_file, const RunContext& context = {});
RelevanceReport relevance(const Run& run, const RunContext& context = {});

}  // namespace lehr
