#include <lehr/base/parallel.hpp>

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <lehr/base/errors.hpp>
#include <lehr/base/flush_denormals.hpp>

namespace lehr {

void for_each_block(std::size_t blocks, int threads, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  std::mutex mutex;
  std::exception_ptr error;
  const auto run = [&] {
    const FlushDenormals flush;
    for (std::size_t block = next++; block < blocks && !failed; block = next++) {
      try {
        work(block);
      } catch (...) {
        const std::scoped_lock lock(mutex);
        if (!error) error = std::current_exception();
        failed = true;
      }
    }
  };
  {
    std::vector<std::jthread> helpers;
    const std::size_t wanted = std::min(blocks, static_cast<std::size_t>(std::max(threads, 1)));
    try {
      for (std::size_t i = 1; i < wanted; ++i) helpers.emplace_back(run);
    } catch (const std::system_error& refused) {
      failed = true;
      throw RunError("the system gives no more than " + std::to_string(helpers.size() + 1) + " of " +
                     std::to_string(wanted) + " threads (" + refused.code().message() + "); take fewer by --threads");
    }
    run();
  }
  if (error) std::rethrow_exception(error);
}

int available_threads() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace lehr
