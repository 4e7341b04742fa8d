#pragma once

#include <cstddef>
#include <optional>

#include <lehr/samplers/warm_up.hpp>

namespace lehr {

/// Learns a surrogate of the target from few evaluations, chosen for all chains together. It climbs from two of several
/// points of the prior, and looks at each coordinate around and in the tails. Then it goes where the surrogate learned
/// so far has its mass, until that foretells what is found. Empty where it was stopped.
std::optional<Learned> learn_by_design(const WarmUpPlan& plan, const Evaluate& evaluate);

/// Evaluations of all chains together that it is expected to take.
std::size_t expected_of_design(std::size_t parameters);

}  // namespace lehr
