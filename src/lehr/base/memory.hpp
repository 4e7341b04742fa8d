#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace lehr {

/// Bytes that this process may still take: what the system has to give, and what the limits on its address space and on
/// its container leave. Empty where the system does not tell.
std::optional<double> available_memory();

/// Bytes that threads and libraries take beside the numbers.
inline constexpr double kSpareMemory = 1e8;

/// Where there is too little memory, throws a RunError that says how much there is and how much `what` takes, a noun
/// with its verb as in "the table needs". That is better than to be killed in the middle of the work.
void check_memory(const std::string& what, double bytes);

/// Every thread reserves addresses that it may never use, which counts where the address space is limited (ulimit -v).
/// Checks that so many threads leave enough for the rest.
void check_addresses_for_threads(std::size_t threads);

/// Beyond so many rows, what one step of dense work needs is given back before the next step takes its own. Making it
/// anew is little beside a factorisation then; for fewer rows memory is kept from one theta to the next.
inline constexpr std::size_t kManyRows = 3000;
constexpr bool has_many_rows(std::size_t rows) { return rows > kManyRows; }

/// Checks the memory for so many bytes of numbers that work on so many rows needs.
void check_memory_for(std::size_t rows, double bytes);

}  // namespace lehr
