#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <lehr/base/confined_child.hpp>
#include <lehr/run/run.hpp>

namespace lehr {

/// A run file that may come from a stranger. HDF5 1.10 has faults on files that are damaged or made to do harm, so it
/// reads in a child process that hands over the numbers; this process never gives it the file. What crashes, hangs or
/// exhausts the child is an InputError, as is all that RunFileReader refuses.
class GuardedRunFile {
 public:
  explicit GuardedRunFile(const std::string& path);

  const RunInfo& info() const { return info_; }
  const RunOutcome& outcome() const { return outcome_; }
  std::size_t chains() const { return info_.fit.chains; }
  std::size_t draws() const { return draws_; }  // of each chain; fewer than info().fit.draws after an interrupt
  bool has_latents() const { return has_latents_; }
  bool has_states() const { return has_states_; }

  /// Parameters and statistics of all draws.
  Chains read_chains() const;

  /// `count` draws of one chain from `first` on: value [draw * rows + row]. A few draws at a time need little memory.
  std::vector<double> read_latents(std::size_t chain, std::size_t first, std::size_t count) const;
  std::vector<double> read_states(std::size_t chain, std::size_t first, std::size_t count) const;

 private:
  template <class Take>
  auto ask(std::initializer_list<std::uint64_t> request, const Take& take) const;
  std::vector<double> take_numbers(std::size_t expected) const;

  std::string name_;  // the path in quotes
  ChildLimits limits_;
  std::unique_ptr<ConfinedChild> child_;
  RunInfo info_;
  RunOutcome outcome_;
  std::size_t draws_ = 0;
  bool has_latents_ = false;
  bool has_states_ = false;
};

}  // namespace lehr
