#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <lehr/netcdf/output.hpp>
#include <lehr/parameters/parameter_blocks.hpp>
#include <lehr/run_file/writer.hpp>

namespace lehr::run_file {

/// The group `posterior` of a run file that is being written: a variable for each block of parameters, and t and f.
class PosteriorGroup {
 public:
  PosteriorGroup(netcdf::Output& file, const RunInfo& info, const RunFileContents& contents);

  /// Parameters are held until the end; t and f go to the disk.
  void write_draw(std::size_t chain, std::size_t draw, const Draw& values);
  void finish();

 private:
  struct Block {
    ParameterBlock parameters;
    netcdf::Variable variable;
    std::vector<double> values;  // [(chain * draws + draw) * members + member]
  };

  netcdf::Output& file_;
  std::size_t draws_;  // of each chain
  std::size_t rows_;
  std::size_t parameters_;
  std::vector<Block> blocks_;
  std::optional<netcdf::Variable> latent_, state_;
};

}  // namespace lehr::run_file
