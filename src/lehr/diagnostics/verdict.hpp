#pragma once

#include <span>
#include <string>

#include <lehr/diagnostics/summary.hpp>

namespace lehr {

/// One line on whether the chains agree: the largest R-hat and the smallest effective size; what cannot be computed is
/// worse than any number. `warnings` are those that the draws gave cause for; without any, chains that are not
/// `complete` agree so far.
std::string verdict(const RunSummary& summary, std::span<const std::string> warnings, bool complete);

}  // namespace lehr
