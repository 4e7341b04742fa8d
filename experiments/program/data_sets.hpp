#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <experiments/program/reproduce.hpp>
#include <lehr/data/dataset.hpp>
#include <lehr/data/table.hpp>

namespace lehr::reproduce {

/// A data set of the paper.
struct DataSet {
  std::string name;  // "glass"
  Table table;
  Dataset data;                // features standardised
  std::uint32_t checksum = 0;  // of the file's cells: a part that was run on other data is not this part
};

/// Those that the request asks for and that are there, in the paper's order. A note for each that is not found;
/// banknote does not come with Lehr. An InputError if none is found at all.
std::vector<DataSet> find_sets(const Request& request, Report& report);

/// Those that are there, whichever the request asks for: a table shows all that is known. In a quick run as find_sets.
std::vector<DataSet> find_sets_to_show(const Request& request);

/// For the reader of a table: which of the paper's sets are not among these. Empty where all are, and in a quick run,
/// whose tables have one set only.
std::string left_out_sets(const Request& request, const std::vector<DataSet>& found);

}  // namespace lehr::reproduce
