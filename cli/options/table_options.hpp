#pragma once

#include <optional>
#include <string>
#include <vector>

#include <cli/options/setting_options.hpp>
#include <lehr/api/tables.hpp>

namespace CLI {
class App;
}

namespace lehr::cli {

class Console;
struct CommonOptions;

inline constexpr const char* kTableHeading = "The table";

/// The table's name in messages and results.
std::string source_name(const std::string& path);

/// How a training table is read.
struct TableChoices {
  std::string path;
  std::optional<bool> header;
  Chosen<EncodingOptions> encoding;

  void check() const;
};

void add_table_options(CLI::App& app, TableChoices& choices);
/// --header.
void add_header_option(OptionGroup& group, std::optional<bool>& header);

/// A training table as it was read, with how it is to be encoded.
struct TrainingTable {
  Table table;
  EncodingOptions options;
};
TrainingTable read_chosen_table(const TableChoices& choices, const CommonOptions& common);

/// Says what was chosen by default and what was found odd.
EncodedTable encode(const TrainingTable& table, const Console& console);

/// Reads and encodes the table; says what was chosen by default and what was found odd.
EncodedTable read_training_table(const TableChoices& choices, const CommonOptions& common, const Console& console);

}  // namespace lehr::cli
