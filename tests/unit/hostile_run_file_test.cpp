#include <filesystem>

#include <gtest/gtest.h>

#include <lehr/netcdf/output.hpp>
#include <lehr/random/stream.hpp>
#include <lehr/run/run_info_json.hpp>
#include <lehr/run_file/guarded.hpp>
#include <lehr/run_file/reader.hpp>
#include <lehr/run_file/writer.hpp>
#include <unit/example_run.hpp>
#include <unit/input_error.hpp>
#include <unit/scratch_folder.hpp>

namespace lehr {
namespace {

using netcdf::Type;

/// The message with which a file is refused, at the latest when all of it is read.
std::string refusal(const std::string& path) {
  return input_error([&] {
    const RunFileReader reader(path);
    reader.read_chains();
    for (std::size_t chain = 0; chain < reader.chains(); ++chain) reader.read_latents(chain, 0, reader.draws());
  });
}

void expect_refusal(const std::string& path, const std::string& what) {
  const std::string message = refusal(path);
  EXPECT_NE(message.find("'" + path + "'"), std::string::npos) << message;
  EXPECT_NE(message.find(what), std::string::npos) << message;
}

/// What one of our files declares, each part of it open to change.
struct Forgery {
  std::string description = run_info_to_json(example_run(false), DataNumbers::elsewhere);
  std::string draw_dimension = "draw";
  std::size_t chains = 2;
  std::size_t draws = 2;
  std::size_t rows = 3;
  std::size_t block = 1;
  Type type = Type::float64;
  bool posterior = true;
  bool stats = true;
  double label = 1;
  double variance = 1;
  bool write_draws = true;

  void write(const std::string& path) const {
    netcdf::Output file(path);
    file.attribute(file.root(), "lehr_run", description);
    file.attribute(file.root(), "lehr_outcome", run_outcome_to_json({}));
    const int observed = file.group("observed_data");
    file.put(file.variable(observed, "y", Type::int8, {file.dimension(observed, "row", rows)}),
             std::vector<double>(rows, label));
    const int constant = file.group("constant_data");
    const int row = file.dimension(constant, "row", rows);
    file.put(file.variable(constant, "x", Type::float64, {row, file.dimension(constant, "feature", 2)}),
             std::vector<double>(rows * 2));
    if (posterior) write_group(file, "posterior", {"variance", "lengthscale"});
    if (stats) write_group(file, "sample_stats", {"log_evidence_estimate", "log_prior"});
    file.close();
  }

  void write_group(netcdf::Output& file, const std::string& name, const std::vector<std::string>& variables) const {
    const int group = file.group(name);
    const std::vector<int> dimensions = {file.dimension(group, "chain", chains),
                                         file.dimension(group, draw_dimension, draws)};
    for (const std::string& variable : variables) {
      const netcdf::Variable made = file.variable(group, variable, type, dimensions);
      file.set_blocks(made, {1, block}, 1);
      if (write_draws) file.put(made, std::vector<double>(chains * draws, variance));
    }
  }
};

class HostileRunFile : public testing::Test {
 protected:
  const ScratchFolder folder_;
  const std::string path_ = folder_ / "run.nc";

  void expect_refused(const Forgery& forgery, const std::string& what) {
    forgery.write(path_);
    expect_refusal(path_, what);
  }
};

TEST_F(HostileRunFile, WhatIsNoNetcdfFile) {
  expect_refusal(folder_ / "missing.nc", "cannot be read: No such file");
  put_bytes(path_, "");
  expect_refusal(path_, "is not a run file of lehr");
  put_bytes(path_, "a,b,label\n1,2,3\n");
  expect_refusal(path_, "is not a run file of lehr");
  put_bytes(path_, "CDF\x01 an older netCDF");
  expect_refusal(path_, "is not a run file of lehr");
  put_bytes(path_, "\x89HDF\r\n\x1a\n and then nothing of the kind");
  expect_refusal(path_, "damaged or not a run file of lehr");
  EXPECT_NE(refusal("/dev/zero").find("not a regular file"), std::string::npos);
  EXPECT_NE(refusal(folder_ / ".").find("not a regular file"), std::string::npos);
}

TEST_F(HostileRunFile, ANetcdfFileOfSomeoneElse) {
  netcdf::Output file(path_);
  file.attribute(file.root(), "title", "temperatures of the sea");
  file.close();
  expect_refusal(path_, "it has no attribute 'lehr_run'");
}

TEST_F(HostileRunFile, AWrongDescription) {
  expect_refused({.description = "no JSON"}, "is not JSON");
  expect_refused({.description = "{}"}, "'format' is missing");
  expect_refused({.description = run_info_to_json(example_run(false))}, "the data a second time");
  RunInfo huge = example_run(false);
  huge.data.rows = std::size_t{1} << 62;
  expect_refused({.description = run_info_to_json(huge, DataNumbers::elsewhere)},
                 "has 3 values along 'row' instead of 4611686018427387904");
}

TEST_F(HostileRunFile, MissingParts) {
  expect_refused({.posterior = false}, "it has no group 'posterior'");
  expect_refused({.stats = false}, "it has no group 'sample_stats'");
  expect_refused({}, "it has no variable 'sample_stats/accepted'");
  expect_refused({.draw_dimension = "step"}, "it has no dimension 'draw'");
}

TEST_F(HostileRunFile, WrongTypesAndSizes) {
  expect_refused({.type = Type::int64}, "'posterior/variance' has the wrong type");
  expect_refused({.chains = 3}, "it has 3 chains, but describes a run of 2");
  expect_refused({.draws = 6}, "it has 6 draws, but describes a run of 5");
  expect_refused({.rows = 4}, "'observed_data/y' has 4 values along 'row' instead of 3");
}

TEST_F(HostileRunFile, ImpossibleNumbers) {
  expect_refused({.label = 0}, "a label is neither -1 nor 1");
  expect_refused({.variance = -1}, "'variance' has a value that it cannot have");
  expect_refused({.variance = std::numeric_limits<double>::quiet_NaN()}, "not finite");
}

TEST_F(HostileRunFile, SizesThatWouldFillTheMemory) {
  RunInfo endless = example_run(false);
  endless.fit.draws = 1'000'000'000;
  const std::string description = run_info_to_json(endless, DataNumbers::elsewhere);
  expect_refused({.description = description, .draws = 1'000'000'000, .block = 1000, .write_draws = false},
                 "declares more numbers than the file can hold");
  expect_refused({.description = description, .draws = 1000000, .block = 1000, .write_draws = false},
                 "declares more numbers than the file can hold");
}

TEST_F(HostileRunFile, EveryLengthToWhichAFileMayBeCut) {
  RunInfo info = example_run(false);
  info.fit.chains = 1;
  RunFileWriter writer(path_, info, {.chains = 1, .draws = 1, .latents = true});
  writer.write_draw(0, 0, example_draw(info, 0, 0));
  writer.close();
  const std::string whole = bytes_of(path_);
  for (std::size_t length = 0; length < whole.size(); length += 997) {
    put_bytes(path_, whole.substr(0, length));
    EXPECT_NE(refusal(path_), "") << length;
  }
}

TEST_F(HostileRunFile, AFlippedBitInWhatMatters) {
  RunInfo info = example_run(false);
  info.fit.chains = 1;
  const Draw draw = example_draw(info, 0, 0);
  RunFileWriter writer(path_, info, {.chains = 1, .draws = 1, .latents = true});
  writer.write_draw(0, 0, draw);
  writer.close();
  const std::string whole = bytes_of(path_);
  const auto bytes = [](double value) { return std::string(reinterpret_cast<const char*>(&value), sizeof value); };
  for (const std::string& place : {bytes(draw.latent[1]), bytes(draw.parameters[0]), bytes(draw.log_evidence_estimate),
                                   bytes(info.data.inputs[1]), std::string("\"thin\":3"), std::string("matern32")}) {
    std::string damaged = whole;
    const std::size_t at = whole.find(place);
    ASSERT_NE(at, std::string::npos);
    char& last = damaged[at + place.size() - 1];
    last = static_cast<char>(last ^ 1);
    put_bytes(path_, damaged);
    expect_refusal(path_, "is damaged");
  }
}

// HDF5 itself crashes on some of these, which ends the child that reads and nothing else.
TEST_F(HostileRunFile, BytesChangedAnywhereAreContained) {
  const RunInfo info = example_run(true);
  RunFileWriter writer(path_, info, {.chains = 2, .draws = 2, .states = true, .latents = true});
  for (std::size_t i = 0; i < 4; ++i) writer.write_draw(i / 2, i % 2, example_draw(info, i / 2, i % 2));
  writer.close();
  const std::string whole = bytes_of(path_);
  Stream stream({.seed = 5, .purpose = Purpose::simulation});
  int refused = 0;
  for (int copy = 0; copy < 1000; ++copy) {
    std::string damaged = whole;
    for (std::uint64_t changes = 1 + stream() % 64; changes > 0; --changes) {
      const std::size_t at = stream() % damaged.size();
      damaged[at] = static_cast<char>(stream() % 256);
    }
    put_bytes(path_, damaged);
    try {
      const GuardedRunFile file(path_);
      file.read_chains();
      for (std::size_t chain = 0; chain < file.chains(); ++chain) file.read_latents(chain, 0, file.draws());
    } catch (const InputError& error) {
      ++refused;
      EXPECT_NE(std::string(error.what()).find("'" + path_ + "'"), std::string::npos) << error.what();
    }
  }
  EXPECT_GT(refused, 900);  // what is left are places that hold nothing
}

}  // namespace
}  // namespace lehr
