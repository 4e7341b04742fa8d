#pragma once

#include <string>

#include <lehr/run/run.hpp>

namespace lehr {

/// Whether the data said anything: a sentence or two with advice where they did not, else empty. They are silent where
/// no row says anything about another, so that at every draw the evidence of two classes is that of guessing,
/// -n log 2; and where the posterior of the parameters is their prior, as far as the evidence of the model tells.
std::string silence(const RunInfo& info, const RunOutcome& outcome, const Chains& chains);

}  // namespace lehr
