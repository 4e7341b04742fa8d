#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <lehr/api/run.hpp>
#include <lehr/run/stored_run.hpp>

namespace lehr {

/// A run that lies in memory, which must outlive it.
class RunInMemory final : public StoredRun {
 public:
  explicit RunInMemory(const Run& run) : run_(run) {}

  const RunInfo& info() const override { return run_.info; }
  const RunOutcome& outcome() const override { return run_.outcome; }
  std::size_t draws() const override { return run_.chains.draws; }
  std::optional<RunProgress> progress() const override { return std::nullopt; }
  Chains read_chains() const override { return run_.chains; }

  void visit_draws(std::span<const std::size_t> draws, const VisitDraw& visit) const override {
    for (std::size_t chain = 0; chain < run_.chains.chains(); ++chain) {
      for (const std::size_t place : draws) {
        const std::size_t index = chain * run_.chains.draws + place;
        Draw draw;
        for (const std::vector<double>& parameter : run_.chains.parameters) draw.parameters.push_back(parameter[index]);
        draw.alpha = row_of(run_.alphas, index);
        if (draw.alpha.empty()) draw.state = row_of(run_.states, index);
        visit(chain, place, draw);
      }
    }
  }

 private:
  std::vector<double> row_of(std::span<const double> values, std::size_t index) const {
    if (values.empty()) return {};
    const auto row = values.subspan(index * run_.info.data.rows, run_.info.data.rows);
    return {row.begin(), row.end()};
  }

  const Run& run_;
};

}  // namespace lehr
