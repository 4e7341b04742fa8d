#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <lehr/netcdf/output.hpp>
#include <lehr/run_file/writer.hpp>

namespace lehr::run_file {

/// A std::logic_error where a caller does not keep to what it said the file would hold.
void require(bool condition, const char* what);

/// One group with its dimensions, each described by a variable of its own name.
class Group {
 public:
  Group(netcdf::Output& file, const std::string& name);

  int numbered(const std::string& name, std::size_t size);
  int named(const std::string& name, const std::vector<std::string>& names);
  netcdf::Variable variable(const std::string& name, const std::vector<int>& dimensions, const std::string& meaning,
                            netcdf::Type type = netcdf::Type::float64);

 private:
  netcdf::Output& file_;
  int id_;
};

struct DrawPlace {
  std::size_t chain;
  std::size_t draw;
};

/// Blocks for a variable with `width` numbers per draw, along a third dimension or not.
void block_by_chain(netcdf::Output& file, const RunFileContents& contents, const netcdf::Variable& variable,
                    std::size_t width, bool third_dimension = false);

/// The values of one draw at the rows of the data.
void put_row(netcdf::Output& file, const netcdf::Variable& variable, DrawPlace place, std::size_t rows,
             std::span<const double> values);

}  // namespace lehr::run_file
