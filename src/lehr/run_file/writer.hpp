#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include <lehr/run/run.hpp>

namespace lehr {

/// What a run file is going to hold. An interrupted run has fewer draws than its settings ask for.
struct RunFileContents {
  std::size_t chains = 0;
  std::size_t draws = 0;  // of each chain
  bool states = false;    // as the variable RunInfo::state_name()
  bool latents = false;   // as f; not where that is the state
  bool alphas = false;
  bool log_likelihood = false;  // and RunOutcome::leave_one_out, which is made of it
  bool broken = true;           // how many proposals broke down before each draw
  std::size_t evaluations = 0;  // of each chain's warm-up; with them the file can be extended, and draws have log theta
};

/// Writes a run file: netCDF-4 in the InferenceData layout of ArviZ, with dimensions (chain, draw, …). Latents go to
/// the disk draw by draw; parameters and statistics are held until the end. The file appears, whole, by close();
/// without it nothing is left behind. The same draws give the same file: it holds no time of day. A file that cannot be
/// written is a RunError; calls that do not fit the contents are a std::logic_error.
class RunFileWriter {
 public:
  RunFileWriter(const std::string& path, const RunInfo& info, const RunFileContents& contents);
  ~RunFileWriter();
  RunFileWriter(const RunFileWriter&) = delete;
  RunFileWriter& operator=(const RunFileWriter&) = delete;

  /// Each draw of each chain once, in any order; fast when each chain's draws come in their order.
  /// `log_likelihood` is log p(y_i | y of the other rows, theta) of each row.
  void write_draw(std::size_t chain, std::size_t draw, const Draw& values, std::span<const double> log_likelihood = {});

  /// Of one chain's warm-up, where the file is to hold them.
  void write_evaluations(std::size_t chain, std::span<const double> log_densities);

  /// How the sampling went is known last.
  void close(const RunOutcome& outcome = {});

 private:
  class Groups;
  std::unique_ptr<Groups> groups_;
};

}  // namespace lehr
