#include <lehr/netcdf/input.hpp>

#include <numeric>

#include <gtest/gtest.h>

#include <lehr/netcdf/output.hpp>
#include <unit/scratch_folder.hpp>

namespace lehr::netcdf {
namespace {

constexpr std::size_t kChains = 2;
constexpr std::size_t kDraws = 400;
constexpr std::size_t kRows = 4000;

/// One variable whose values are 0, 1, 2, ..., in blocks of this many draws; stored as one piece for 0.
void write_numbers(const std::string& path, std::size_t block) {
  Output file(path);
  const Variable made =
      file.variable(file.root(), "f", Type::float64,
                    {file.dimension(file.root(), "chain", kChains), file.dimension(file.root(), "draw", kDraws),
                     file.dimension(file.root(), "row", kRows)});
  if (block > 0) file.set_blocks(made, {1, block, kRows}, 1);
  std::vector<double> values(kChains * kDraws * kRows);
  std::iota(values.begin(), values.end(), 0.0);
  file.put(made, values);
  file.close();
}

struct Reading {
  std::vector<double> values;
  int pieces = 0;
};

Reading read_some(const std::string& path, const std::vector<std::size_t>& start,
                  const std::vector<std::size_t>& count) {
  Reading reading;
  const Input file(path, [&] { ++reading.pieces; });
  const Variable variable =
      file.variable(file.root(), "f", Type::float64, {{"chain", kChains}, {"draw", kDraws}, {"row", kRows}});
  reading.values = file.read(variable, start, count);
  return reading;
}

std::vector<double> numbers_from(std::size_t first, std::size_t count) {
  std::vector<double> values(count);
  std::iota(values.begin(), values.end(), static_cast<double>(first));
  return values;
}

TEST(NetcdfInput, ManyValuesAreReadInPieces) {
  const ScratchFolder folder;
  for (const std::size_t block : {0U, 7U, 400U}) {  // draws; four megabytes are 131 of them
    write_numbers(folder / "f.nc", block);
    const Reading most = read_some(folder / "f.nc", {1, 3, 0}, {1, 390, kRows});
    EXPECT_EQ(most.pieces, block == 400 ? 1 : 3);  // no block is read twice
    EXPECT_EQ(most.values, numbers_from((kDraws + 3) * kRows, 390 * kRows));
    const Reading all = read_some(folder / "f.nc", {0, 0, 0}, {kChains, kDraws, kRows});
    EXPECT_EQ(all.pieces, 2);  // a chain each
    EXPECT_EQ(all.values, numbers_from(0, kChains * kDraws * kRows));
    const Reading one = read_some(folder / "f.nc", {1, 399, 3999}, {1, 1, 1});
    EXPECT_EQ(one.pieces, 1);
    EXPECT_EQ(one.values, std::vector<double>{kChains * kDraws * kRows - 1.0});
  }
}

}  // namespace
}  // namespace lehr::netcdf
