#pragma once

#include <optional>
#include <string_view>

namespace lehr::bench {

/// The units that a piece of work (Job::name) should take at most on a problem (Problem::description), where one was
/// set as a goal.
std::optional<double> reach_of(std::string_view job, std::string_view problem);

}  // namespace lehr::bench
