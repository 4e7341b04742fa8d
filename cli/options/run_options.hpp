#pragma once

#include <optional>
#include <string>

#include <lehr/api/tables.hpp>

namespace CLI {
class App;
}

namespace lehr::cli {

struct CommonOptions;

/// The positional RUN.nc.
void add_run_option(CLI::App& app, std::string& run_file);
void check_run_file(const std::string& run_file);

/// A run file and a table to use it on.
struct RunTableChoices {
  std::string run_file;
  std::string table;
  std::string table_word;  // "NEW.csv": how the table is called in the usage
  std::optional<bool> header;

  void check() const;
};

/// The positionals RUN.nc and the table, and --header.
void add_run_table_options(CLI::App& app, RunTableChoices& choices, const std::string& table_help);

/// Reads the table the way the run's own was read. --label may name another column; --positive must be the run's.
Table read_run_table(const RunTableChoices& choices, const CommonOptions& common);

}  // namespace lehr::cli
