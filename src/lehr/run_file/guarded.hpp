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
/// reads in a child process, lehr-read, that hands over the numbers; this process never gives it the file. What
/// crashes, hangs or exhausts the child is an InputError, as is all that RunFileReader refuses.
class GuardedRunFile {
 public:
  explicit GuardedRunFile(const std::string& path);

  const RunInfo& info() const { return info_; }
  const RunOutcome& outcome() const { return outcome_; }
  std::size_t chains() const { return info_.fit.chains; }
  std::size_t draws() const { return draws_; }  // of each chain; see StoredRun
  bool has_latents() const { return has_latents_; }
  std::size_t evaluations() const { return evaluations_; }  // of each chain's warm-up; 0: it holds no continuation
  bool has_states() const { return has_states_; }
  bool has_alphas() const { return has_alphas_; }
  /// Those of leave-one-out; what files of 0.1 have is log p(y_i | f_i).
  bool has_log_likelihoods() const { return outcome_.leave_one_out.has_value(); }

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
  template <class Request, class Take>
  auto ask(std::initializer_list<Request> request, const Take& take) const;
  std::vector<double> take_numbers(std::size_t expected) const;

  std::string name_;  // the path in quotes
  ChildLimits limits_;
  std::unique_ptr<ConfinedChild> child_;
  RunInfo info_;
  RunOutcome outcome_;
  std::size_t draws_ = 0;
  std::size_t evaluations_ = 0;
  bool has_latents_ = false;
  bool has_states_ = false;
  bool has_alphas_ = false;
};

}  // namespace lehr
