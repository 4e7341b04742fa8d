#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace lehr::cli {

enum class Format { text, json };

/// The options that every sub-command takes.
struct CommonOptions {
  std::optional<std::string> label;     // the column with the labels
  std::optional<std::string> positive;  // the label of the positive class
  std::optional<std::uint64_t> seed;
  std::optional<int> threads;
  Format format = Format::text;
  bool quiet = false;

  std::uint64_t seed_or_default() const { return seed.value_or(1); }
  int threads_or_default() const;
};

void add_common_options(CLI::App& app, CommonOptions& options);

}  // namespace lehr::cli
