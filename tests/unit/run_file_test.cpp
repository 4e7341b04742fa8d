#include <filesystem>
#include <fstream>
#include <span>

#include <gtest/gtest.h>

#include <lehr/netcdf/input.hpp>
#include <lehr/run/run_info_json.hpp>
#include <lehr/run_file/guarded.hpp>
#include <lehr/run_file/reader.hpp>
#include <lehr/run_file/writer.hpp>
#include <unit/example_run.hpp>
#include <unit/file_size_limit.hpp>
#include <unit/input_error.hpp>
#include <unit/scratch_folder.hpp>

namespace lehr {
namespace {

const RunFileContents kAll = {
    .chains = 2, .draws = 5, .states = true, .latents = true, .alphas = true, .log_likelihood = true, .evaluations = 4};

void write_example(const std::string& path, const RunInfo& info, const RunFileContents& contents) {
  RunFileWriter writer(path, info, contents);
  const std::vector<double> log_likelihood(info.data.rows, -0.5);
  for (std::size_t draw = 0; draw < contents.draws; ++draw) {
    for (std::size_t chain = 0; chain < contents.chains; ++chain) {
      writer.write_draw(chain, draw, example_draw(info, chain, draw), log_likelihood);
    }
  }
  for (std::size_t chain = 0; chain < contents.chains && contents.evaluations > 0; ++chain) {
    writer.write_evaluations(chain, example_warm_up(chain));
  }
  writer.close(contents.log_likelihood ? example_outcome() : RunOutcome());
}

void expect_same(const std::optional<LeaveOneOut>& read, const std::optional<LeaveOneOut>& written) {
  ASSERT_EQ(read.has_value(), written.has_value());
  if (!written) return;
  EXPECT_EQ(read->kind, written->kind);
  EXPECT_EQ(read->regression_error, written->regression_error);
  EXPECT_EQ(read->elpd, written->elpd);
  EXPECT_EQ(read->pareto_k, written->pareto_k);
}

/// Every number of a file against the draws it was written from.
template <class Reader>
void expect_example_by(const std::string& path, const RunInfo& info, const RunFileContents& contents) {
  const Reader reader(path);
  EXPECT_EQ(run_info_to_json(reader.info()), run_info_to_json(info));
  ASSERT_EQ(reader.chains(), contents.chains);
  ASSERT_EQ(reader.draws(), contents.draws);
  ASSERT_EQ(reader.has_latents(), contents.latents);
  ASSERT_EQ(reader.has_states(), contents.states);
  ASSERT_EQ(reader.evaluations(), contents.evaluations);
  Continuation continuation;
  if (contents.evaluations > 0) continuation = reader.read_continuation();
  ASSERT_EQ(reader.has_alphas(), contents.alphas);
  ASSERT_EQ(reader.has_log_likelihoods(), contents.log_likelihood);
  if (contents.log_likelihood) {
    EXPECT_EQ(reader.read_log_likelihoods(1, 3, 2), std::vector<double>(2 * info.data.rows, -0.5));
    expect_same(reader.outcome().leave_one_out, example_outcome().leave_one_out);
  }
  const Chains chains = reader.read_chains();
  ASSERT_EQ(chains.chains(), contents.chains);
  ASSERT_EQ(chains.parameters.size(), info.parameter_names.size());
  for (std::size_t chain = 0; chain < contents.chains; ++chain) {
    if (contents.evaluations > 0) {
      const auto own = std::span(continuation.evaluations).subspan(chain * 4, 4);
      ASSERT_EQ(std::vector<double>(own.begin(), own.end()), example_warm_up(chain));
    }
    for (std::size_t draw = 0; draw < contents.draws; ++draw) {
      const Draw expected = example_draw(info, chain, draw);
      const std::size_t at = chain * contents.draws + draw;
      if (contents.evaluations > 0) {
        const auto own = std::span(continuation.log_thetas).subspan(at * expected.log_theta.size());
        ASSERT_TRUE(std::equal(expected.log_theta.begin(), expected.log_theta.end(), own.begin()));
      }
      for (std::size_t i = 0; i < chains.parameters.size(); ++i) {
        ASSERT_EQ(chains.parameters[i][at], expected.parameters[i]);
      }
      ASSERT_EQ(chains.log_evidence_estimate[at], expected.log_evidence_estimate);
      ASSERT_EQ(chains.log_prior[at], expected.log_prior);
      ASSERT_EQ(chains.accepted[at], expected.accepted);
      ASSERT_EQ(chains.broken[at], expected.broken);
      ASSERT_EQ(chains.numbers_from[at], expected.numbers_from);
      if (contents.latents) {
        ASSERT_EQ(reader.read_latents(chain, draw, 1), expected.latent);
      }
      if (contents.states) {
        ASSERT_EQ(reader.read_states(chain, draw, 1), expected.state);
      }
      if (contents.alphas) {
        ASSERT_EQ(reader.read_alphas(chain, draw, 1), expected.alpha);
      }
    }
  }
}

void expect_example(const std::string& path, const RunInfo& info, const RunFileContents& contents) {
  expect_example_by<RunFileReader>(path, info, contents);
  expect_example_by<GuardedRunFile>(path, info, contents);
}

TEST(RunFile, ReadsBackWhatItWrote) {
  const ScratchFolder folder;
  for (const bool ard : {false, true}) {
    const RunInfo info = example_run(ard);
    write_example(folder / "run.nc", info, kAll);
    expect_example(folder / "run.nc", info, kAll);
  }
  EXPECT_EQ(folder.files(), 1);
}

TEST(RunFile, DoesWithoutLatents) {
  const ScratchFolder folder;
  const RunFileContents contents = {.chains = 1, .draws = 1};
  RunInfo info = example_run(true);
  info.fit.chains = 1;
  write_example(folder / "run.nc", info, contents);
  expect_example(folder / "run.nc", info, contents);
  EXPECT_THROW(RunFileReader(folder / "run.nc").read_latents(0, 0, 1), std::logic_error);
  EXPECT_THROW(RunFileReader(folder / "run.nc").read_continuation(), std::logic_error);
}

TEST(RunFile, CallsTheStateOfALikelihoodWithNoiseTAndThatOfOthersF) {
  const ScratchFolder folder;
  const auto has = [&](const char* name) {
    const netcdf::Input file(folder / "run.nc");
    return file.has_variable(file.group("posterior"), name);
  };
  RunFileContents contents = {.chains = 2, .draws = 5, .states = true};
  RunInfo info = example_run(false);
  write_example(folder / "run.nc", info, contents);
  expect_example(folder / "run.nc", info, contents);
  EXPECT_TRUE(has("t"));
  EXPECT_FALSE(has("f"));
  info.model.likelihood = "logit";
  write_example(folder / "run.nc", info, contents);
  expect_example(folder / "run.nc", info, contents);
  EXPECT_TRUE(has("f"));
  EXPECT_FALSE(has("t"));
  contents.latents = true;  // a second f
  EXPECT_THROW(RunFileWriter(folder / "run.nc", info, contents), std::logic_error);
}

TEST(RunFile, ReadsSeveralDrawsAtOnceAcrossTheBlocksOfTheFile) {
  const ScratchFolder folder;
  RunInfo info = example_run(false);
  info.fit.chains = 3;
  info.fit.draws = 20;
  info.data.rows = 5000;  // six draws to a block
  info.data.inputs.assign(10000, 0.5);
  info.data.responses.value.assign(5000, 1);
  const RunFileContents contents = {.chains = 3, .draws = 20, .latents = true};
  write_example(folder / "run.nc", info, contents);
  const std::vector<double> some = RunFileReader(folder / "run.nc").read_latents(2, 4, 15);
  ASSERT_EQ(some.size(), 15 * 5000);
  for (std::size_t i = 0; i < 15; ++i) {
    const std::vector<double> one(some.begin() + std::ptrdiff_t(i * 5000),
                                  some.begin() + std::ptrdiff_t(i * 5000 + 5000));
    ASSERT_EQ(one, example_draw(info, 2, 4 + i).latent);
  }
}

TEST(RunFile, IsTheSameBytesForTheSameDraws) {
  const ScratchFolder folder;
  write_example(folder / "a.nc", example_run(true), kAll);
  write_example(folder / "b.nc", example_run(true), kAll);
  EXPECT_EQ(bytes_of(folder / "a.nc"), bytes_of(folder / "b.nc"));
}

TEST(RunFile, AppearsOnlyWhenItIsWhole) {
  const ScratchFolder folder;
  put_bytes(folder / "run.nc", "old");
  {
    RunFileWriter writer(folder / "run.nc", example_run(false), kAll);
    writer.write_draw(0, 0, example_draw(example_run(false), 0, 0), std::vector<double>(3));
    EXPECT_THROW(writer.close(), std::logic_error) << "draws are missing";
  }
  {
    RunFileWriter writer(folder / "run.nc", example_run(false), {.chains = 2, .draws = 1, .evaluations = 4});
    for (std::size_t chain = 0; chain < 2; ++chain) {
      writer.write_draw(chain, 0, example_draw(example_run(false), chain, 0));
    }
    writer.write_evaluations(1, example_warm_up(1));
    EXPECT_THROW(writer.close(), std::logic_error) << "a warm-up is missing";
  }
  EXPECT_EQ(bytes_of(folder / "run.nc"), "old");
  EXPECT_EQ(folder.files(), 1);
}

TEST(RunFile, LeavesNothingBehindOnAFullDisk) {
  const ScratchFolder folder;
  RunInfo info = example_run(false);
  info.fit.draws = 200;
  info.data.rows = 500;
  info.data.inputs.assign(1000, 0.5);
  info.data.responses.value.assign(500, 1);
  const RunFileContents contents = {.chains = 2, .draws = 200, .states = true, .latents = true};
  for (const rlim_t bytes : {0UL, 100UL, 5000UL, 50000UL, 500000UL, 1500000UL, 3000000UL}) {
    const FileSizeLimit limit(bytes);
    try {
      write_example(folder / "run.nc", info, contents);
      ADD_FAILURE() << "no RunError at " << bytes;
    } catch (const RunError& error) {
      EXPECT_NE(std::string(error.what()).find("run.nc' cannot be written: "), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("File too large"), std::string::npos) << error.what();
    }
    EXPECT_EQ(folder.files(), 0);
  }
  write_example(folder / "run.nc", info, contents);
  expect_example(folder / "run.nc", info, contents);
}

TEST(RunFile, RefusesPlacesWhereNoFileCanBe) {
  const ScratchFolder folder;
  EXPECT_THROW(RunFileWriter(folder / "no/such/run.nc", example_run(false), kAll), RunError);
  EXPECT_THROW(RunFileWriter(folder / ".", example_run(false), kAll), RunError);
  EXPECT_THROW(RunFileWriter("/dev/null", example_run(false), kAll), RunError);
}

TEST(RunFile, TakesAnyName) {
  const ScratchFolder folder;
  for (const std::string name : {"back\\slash.nc", "http:x.nc", "a#mode=zarr", "[x]", "gl\u00e4ser 1", "c:"}) {
    write_example(folder / name, example_run(false), kAll);
    expect_example(folder / name, example_run(false), kAll);
  }
}

TEST(RunFile, RefusesDrawsThatDoNotFit) {
  const ScratchFolder folder;
  const RunInfo info = example_run(false);
  RunFileWriter writer(folder / "run.nc", info, kAll);
  const std::vector<double> log_likelihood(3);
  Draw draw = example_draw(info, 0, 0);
  EXPECT_THROW(writer.write_draw(2, 0, draw, log_likelihood), std::logic_error);
  EXPECT_THROW(writer.write_draw(0, 5, draw, log_likelihood), std::logic_error);
  EXPECT_THROW(writer.write_draw(0, 0, draw, {}), std::logic_error);
  EXPECT_THROW(writer.write_evaluations(2, example_warm_up(2)), std::logic_error);
  EXPECT_THROW(writer.write_evaluations(0, std::vector<double>(3)), std::logic_error);
  Draw without = draw;
  without.log_theta.clear();
  EXPECT_THROW(writer.write_draw(0, 0, without, log_likelihood), std::logic_error);
  draw.latent.pop_back();
  EXPECT_THROW(writer.write_draw(0, 0, draw, log_likelihood), std::logic_error);
  EXPECT_THROW(RunFileWriter(folder / "none.nc", info, {.chains = 2, .draws = 0}), std::logic_error);
}

}  // namespace
}  // namespace lehr
