#pragma once

#include <optional>
#include <string_view>

namespace lehr::bench {

/// What a piece of work (Job::name, ReachLine::work) should take on a problem (Problem::description, ReachLine::on), in
/// the unit in which it is told, where that was set as a goal.
std::optional<double> reach_of(std::string_view job, std::string_view problem);

}  // namespace lehr::bench
