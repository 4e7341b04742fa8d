#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <experiments/program/unit.hpp>
#include <lehr/data/dataset.hpp>
#include <lehr/model/settings.hpp>
#include <lehr/samplers/warm_up_walk.hpp>

namespace lehr::reproduce {

/// Data and model of a chain, shared by its units.
struct Problem {
  std::string name;  // "glass-ard": begins the names of its units
  std::shared_ptr<const Dataset> data;
  ModelSettings model;
  Json options;             // that tell this problem from others: its data's checksum, whether ARD
  std::size_t part_length;  // iterations of a unit

  Model make_model() const { return {model, data->feature_names}; }
  std::size_t parts_of(std::size_t iterations) const { return (iterations + part_length - 1) / part_length; }
};

/// Iterations that take some minutes at most, whatever is estimated: EP until it converges takes up to 150
/// factorisations, each 3 ms for 768 rows and 17 ms for 1372.
inline std::size_t usual_part_length(std::size_t rows) { return rows <= 300 ? 2000 : rows <= 800 ? 500 : 100; }

/// The warm-up of one chain on a deterministic evidence: samplers/warm_up.hpp in parts. A part keeps the values that it
/// evaluated; the walk is gone through again from those.
class WalkPlan {
 public:
  WalkPlan(Problem problem, std::string tune_on, std::size_t evaluations, std::uint64_t seed, std::uint64_t chain)
      : problem_(std::move(problem)),
        tune_on_(std::move(tune_on)),
        evaluations_(evaluations),
        seed_(seed),
        chain_(chain) {}

  std::vector<Unit> units() const;
  std::vector<std::string> unit_names() const;
  /// From the results of all its units.
  WarmUpWalk walk(const Results& results) const;

 private:
  std::string unit_name(std::size_t part) const;
  Json run_part(std::size_t part, const Results& results, const RunContext& context) const;
  std::vector<double> known_values(std::size_t parts, const Results& results) const;

  Problem problem_;
  std::string tune_on_;  // laplace or ep
  std::size_t evaluations_;
  std::uint64_t seed_;
  std::uint64_t chain_;
};

}  // namespace lehr::reproduce
