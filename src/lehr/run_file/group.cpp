#include <lehr/run_file/group.hpp>

#include <cstdint>
#include <numeric>
#include <stdexcept>

#include <lehr/base/version.hpp>
#include <lehr/run_file/blocks.hpp>

namespace lehr::run_file {
namespace {

std::vector<std::int64_t> count_from_zero(std::size_t size) {
  std::vector<std::int64_t> numbers(size);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

}  // namespace

void require(bool condition, const char* what) {
  if (!condition) throw std::logic_error(std::string("run file: ") + what);
}

Group::Group(netcdf::Output& file, const std::string& name) : file_(file), id_(file.group(name)) {
  file_.attribute(id_, "inference_library", "lehr");
  file_.attribute(id_, "inference_library_version", std::string(version()));
}

int Group::numbered(const std::string& name, std::size_t size) {
  const int dimension = file_.dimension(id_, name, size);
  file_.put(file_.variable(id_, name, netcdf::Type::int64, {dimension}), count_from_zero(size));
  return dimension;
}

int Group::named(const std::string& name, const std::vector<std::string>& names) {
  const int dimension = file_.dimension(id_, name, names.size());
  file_.put(file_.variable(id_, name, netcdf::Type::text, {dimension}), names);
  return dimension;
}

netcdf::Variable Group::variable(const std::string& name, const std::vector<int>& dimensions,
                                 const std::string& meaning, netcdf::Type type) {
  const netcdf::Variable variable = file_.variable(id_, name, type, dimensions);
  file_.attribute(variable, "long_name", meaning);
  return variable;
}

void block_by_chain(netcdf::Output& file, const RunFileContents& contents, const netcdf::Variable& variable,
                    std::size_t width, bool third_dimension) {
  std::vector<std::size_t> shape = {1, block_draws(contents, width)};
  if (third_dimension) shape.push_back(width);
  file.set_blocks(variable, shape, contents.chains + 1);
}

void put_row(netcdf::Output& file, const netcdf::Variable& variable, DrawPlace place, std::size_t rows,
             std::span<const double> values) {
  require(values.size() == rows, "a draw has not one value for each row");
  file.put(variable, {place.chain, place.draw, 0}, {1, 1, rows}, values);
}

}  // namespace lehr::run_file
