#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <lehr/run/run.hpp>

namespace lehr {

/// Reads a run file. Types, dimensions and sizes are checked before memory is taken for them; a file that is damaged,
/// incomplete or no run file is an InputError that says what is wrong.
class RunFileReader {
 public:
  /// `has_read` is called after every few megabytes that were read.
  explicit RunFileReader(const std::string& path, std::function<void()> has_read = {});
  ~RunFileReader();
  RunFileReader(const RunFileReader&) = delete;
  RunFileReader& operator=(const RunFileReader&) = delete;

  const RunInfo& info() const;
  const RunOutcome& outcome() const;
  std::size_t chains() const;
  std::size_t draws() const;  // of each chain; see StoredRun
  bool has_latents() const;
  std::size_t evaluations() const;  // of each chain's warm-up; 0: it holds no continuation
  bool has_states() const;
  bool has_alphas() const;
  bool has_log_likelihoods() const;  // those of leave-one-out; what files of 0.1 have is log p(y_i | f_i)

  /// Parameters and statistics of all draws.
  Chains read_chains() const;

  /// What its chains go on from.
  Continuation read_continuation() const;

  /// `count` draws of one chain from `first` on: value [draw * rows + row]. A few draws at a time need little memory.
  std::vector<double> read_latents(std::size_t chain, std::size_t first, std::size_t count) const;
  std::vector<double> read_states(std::size_t chain, std::size_t first, std::size_t count) const;
  std::vector<double> read_alphas(std::size_t chain, std::size_t first, std::size_t count) const;
  std::vector<double> read_log_likelihoods(std::size_t chain, std::size_t first, std::size_t count) const;

 private:
  class Opened;
  std::unique_ptr<Opened> opened_;
};

}  // namespace lehr
