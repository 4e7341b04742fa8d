#pragma once

#include <cstddef>
#include <functional>

namespace lehr {

/// Calls work(0) … work(blocks - 1), each once, on up to `threads` threads (this one among them) with denormals
/// flushed. What a block computes must depend on its index alone: then no result depends on the number of threads. The
/// first exception ends the call and is thrown here.
void for_each_block(std::size_t blocks, int threads, const std::function<void(std::size_t)>& work);

/// The number of threads the machine offers this process.
int available_threads();

}  // namespace lehr
