#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <lehr/base/errors.hpp>

namespace lehr::fuzz {

/// The bytes of an input, spent choice by choice. When they are used up, every choice is the first one.
class Choices {
 public:
  Choices(const std::uint8_t* data, std::size_t size) : rest_(reinterpret_cast<const char*>(data), size) {}

  bool any_left() const { return !rest_.empty(); }

  std::uint8_t byte() {
    if (rest_.empty()) return 0;
    const auto first = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return first;
  }
  /// A number below `count`.
  std::size_t below(std::size_t count) {
    const std::size_t high = count > 256 ? byte() : 0U;
    return (high * 256 + byte()) % count;
  }
  bool one_in(std::size_t count) { return below(count) == count - 1; }

  std::string_view text(std::size_t length) {
    const std::string_view taken = rest_.substr(0, length);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  std::string_view all() { return text(rest_.size()); }

 private:
  std::string_view rest_;
};

/// A fuzz target is one file that defines this function. Refusing an input by a UsageError or an InputError is a good
/// answer; whatever else leaves the function, or a sanitizer stops, is a finding.
void try_input(Choices choices);

inline void run_target(const std::uint8_t* data, std::size_t size) {
  try {
    try_input({data, size});
  } catch (const UsageError&) {
  } catch (const InputError&) {
  }
}

}  // namespace lehr::fuzz
