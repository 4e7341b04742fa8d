#pragma once

#include <cstdint>
#include <string>

#include <lehr/base/confined_child.hpp>

// What a GuardedRunFile and its child say to each other. The child begins with the description of the run; then each
// request gets one answer. An answer begins with kFine, or with kRefused and the reason as a text.
namespace lehr::run_file_service {

inline constexpr std::uint64_t kFine = 1;
inline constexpr std::uint64_t kRefused = 2;

// Requests. Those of states and latents are followed by chain, first draw and number of draws.
inline constexpr std::uint64_t kChains = 1;
inline constexpr std::uint64_t kLatents = 2;
inline constexpr std::uint64_t kStates = 3;

/// The work of the child: answers until nobody asks any more.
void serve(const std::string& path, const ChildLimits& limits, Channel& channel);

}  // namespace lehr::run_file_service
