// The door by which libFuzzer comes in.
#include <fuzz/input.hpp>

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lehr::fuzz::run_target(data, size);
  return 0;
}
