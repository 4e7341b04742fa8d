#pragma once

#include <cstdint>
#include <string>

#include <lehr/base/confined_child.hpp>

// What a GuardedRunFile and its child, the program lehr-read, say to each other. The parent begins with the path of the
// file, and the child answers with the description of the run; then each request gets one answer. An answer begins
// with any number of kReading, one for every few megabytes read; then comes kFine, or kRefused and the reason as a
// text.
namespace lehr::run_file_service {

inline constexpr std::uint64_t kFine = 1;
inline constexpr std::uint64_t kRefused = 2;
inline constexpr std::uint64_t kReading = 3;

inline constexpr std::uint64_t kLongestPath = 1 << 16;

// Requests. Those of numbers of rows at some draws are followed by chain, first draw and number of draws.
inline constexpr std::uint64_t kChains = 1;
inline constexpr std::uint64_t kLatents = 2;
inline constexpr std::uint64_t kStates = 3;
inline constexpr std::uint64_t kAlphas = 4;
inline constexpr std::uint64_t kContinuation = 5;
inline constexpr std::uint64_t kLogLikelihoods = 6;

/// The work of the child: answers until nobody asks any more.
void serve(Channel& channel, const ChildLimits& limits);

}  // namespace lehr::run_file_service
