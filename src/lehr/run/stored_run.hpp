#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

#include <lehr/run/run.hpp>

namespace lehr {

/// A run as it can be read, whatever it is stored in.
class StoredRun {
 public:
  virtual ~StoredRun() = default;

  virtual const RunInfo& info() const = 0;
  virtual const RunOutcome& outcome() const = 0;
  /// The draws that every chain has; fewer than info().fit.most_draws() where the run has reached its goal or has not
  /// come to its end.
  virtual std::size_t draws() const = 0;
  /// Set for a run that has not come to its end and is read from its journal.
  virtual std::optional<RunProgress> progress() const = 0;

  /// Parameters and statistics of all draws.
  virtual Chains read_chains() const = 0;

  /// These draws of every chain, in their order, one in memory at a time: each with what predictions need, alpha where
  /// it was kept, else the state. `draws` rises.
  using VisitDraw = std::function<void(std::size_t chain, std::size_t draw, const Draw&)>;
  virtual void visit_draws(std::span<const std::size_t> draws, const VisitDraw& visit) const = 0;
};

}  // namespace lehr
