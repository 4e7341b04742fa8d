#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <lehr/run/run.hpp>

namespace lehr {

/// Reads a run file. Types, dimensions and sizes are checked before memory is taken for them; a file that is damaged,
/// incomplete or no run file is an InputError that says what is wrong.
class RunFileReader {
 public:
  explicit RunFileReader(const std::string& path);
  ~RunFileReader();
  RunFileReader(const RunFileReader&) = delete;
  RunFileReader& operator=(const RunFileReader&) = delete;

  const RunInfo& info() const;
  const RunOutcome& outcome() const;
  std::size_t chains() const;
  std::size_t draws() const;  // of each chain; fewer than info().fit.draws after an interrupt
  bool has_latents() const;
  bool has_states() const;

  /// Parameters and statistics of all draws.
  Chains read_chains() const;

  /// `count` draws of one chain from `first` on: value [draw * rows + row]. A few draws at a time need little memory.
  std::vector<double> read_latents(std::size_t chain, std::size_t first, std::size_t count) const;
  std::vector<double> read_states(std::size_t chain, std::size_t first, std::size_t count) const;

 private:
  class Opened;
  std::unique_ptr<Opened> opened_;
};

}  // namespace lehr
