#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <experiments/program/chain_units.hpp>
#include <experiments/program/data_sets.hpp>
#include <experiments/program/fit_units.hpp>

// The paper's table 1: how often a random walk on noisy estimates of the evidence is accepted. Every chain tunes its
// proposal on the Laplace evidence, beginning at the best of some draws from the prior; then the estimates take over.
// Beside the paper's columns stand AIS and GHK from EP, the rate without any noise (the same walk on EP's evidence),
// and the emulator.
namespace lehr::reproduce {

struct Column {
  std::string_view name;   // in the CSV and in the names of units
  std::string_view label;  // in tables
  std::string_view approximation;
  std::string_view estimator;  // "approximation": no noise
  int samples;                 // N_imp
  std::string_view sampler;
  bool in_paper;
};
inline constexpr std::array<Column, 11> kColumns = {{
    {"is-laplace-1", "IS-LA 1", "laplace", "is", 1, "metropolis", true},
    {"is-laplace-10", "IS-LA 10", "laplace", "is", 10, "metropolis", true},
    {"ais-laplace-1", "AIS-LA 1", "laplace", "ais", 1, "metropolis", true},
    {"ais-laplace-10", "AIS-LA 10", "laplace", "ais", 10, "metropolis", true},
    {"ais-ep-1", "AIS-EP 1", "ep", "ais", 1, "metropolis", false},
    {"ais-ep-10", "AIS-EP 10", "ep", "ais", 10, "metropolis", false},
    {"ghk-1", "GHK 1", "ep", "ghk", 1, "metropolis", false},
    {"ghk-10", "GHK 10", "ep", "ghk", 10, "metropolis", false},
    {"ceiling", "no noise", "ep", "approximation", 1, "metropolis", false},
    {"emulator-1", "emulator 1", "ep", "ghk", 1, "emulator", false},
    {"emulator-10", "emulator 10", "ep", "ghk", 10, "emulator", false},
}};

/// How much is run.
struct ChainCounts {
  std::size_t tuning;   // iterations on the Laplace evidence
  std::size_t discard;  // then on estimates
  std::size_t keep;
  std::size_t chains;
  static ChainCounts of(const Request& request);
  std::string words(std::string_view sampler) const;
};

/// A data set with a kernel: a row of the table.
struct Setting {
  std::string set;     // "glass"
  std::string kernel;  // isotropic or ard
  std::size_t rows;
  std::size_t features;
  Problem problem;
};
std::vector<Setting> table1_settings(const Request& request, const std::vector<DataSet>& sets);

/// The chains or the fit of every cell, and for each cell its summary.
std::vector<Unit> table1_units(const Request& request, const std::vector<Setting>& settings);

/// The name of the unit that sums up a cell.
std::string cell_name(const Setting& setting, const Column& column);

}  // namespace lehr::reproduce
