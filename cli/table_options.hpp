#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lehr/data/encoding.hpp>

namespace CLI {
class App;
}

namespace lehr::cli {

class Console;
struct CommonOptions;

inline constexpr const char* kTableHeading = "The table";

/// How a training table is read.
struct TableChoices {
  std::string path;
  std::optional<bool> header;
  std::vector<std::string> categorical;
  bool keep_scale = false;  // --no-standardize

  void check() const;
};

void add_table_options(CLI::App& app, TableChoices& choices);

/// Reads and encodes the table; says what was chosen by default and what was found odd.
EncodedTable read_training_table(const TableChoices& choices, const CommonOptions& common, const Console& console);

}  // namespace lehr::cli
