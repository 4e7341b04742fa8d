#include <lehr/run_file/posterior_group.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include <lehr/run_file/group.hpp>
#include <lehr/run_file/layout.hpp>

namespace lehr::run_file {
namespace {

std::string meaning_of_parameter(const std::string& block) {
  if (block == "variance") return "variance of the kernel";
  if (block == "lengthscale") return "length-scale of the kernel";
  return block + ", a parameter of the likelihood";
}

const char* meaning_of_values(std::string_view name) {
  return name == kLatentName ? "latent function at the rows of the data"
                             : "latent function plus standard normal noise, with y t > 0";
}

}  // namespace

PosteriorGroup::PosteriorGroup(netcdf::Output& file, const RunInfo& info, const RunFileContents& contents)
    : file_(file), draws_(contents.draws), rows_(info.data.rows), parameters_(info.parameter_names.size()) {
  Group group(file_, kPosterior);
  const int chain = group.numbered(kChain, contents.chains);
  const int draw = group.numbered(kDraw, contents.draws);
  std::map<std::string, int> dimensions;  // blocks may share one
  for (ParameterBlock& block : parameter_blocks(info.parameter_names, info.data.feature_names)) {
    std::vector<int> shape = {chain, draw};
    const std::string& along = block.dimension;
    if (!along.empty() && !dimensions.contains(along)) dimensions[along] = group.named(along, block.members);
    if (!along.empty()) shape.push_back(dimensions[along]);
    const netcdf::Variable variable = group.variable(block.name, shape, meaning_of_parameter(block.name));
    block_by_chain(file_, contents, variable, block.size(), !along.empty());
    blocks_.push_back({block, variable, std::vector<double>(contents.chains * contents.draws * block.size())});
  }
  if (!contents.latents && !contents.states) return;
  const int row = group.numbered(kRow, rows_);
  const auto define = [&](std::string_view name) {
    const netcdf::Variable variable = group.variable(std::string(name), {chain, draw, row}, meaning_of_values(name));
    block_by_chain(file_, contents, variable, rows_, true);
    return variable;
  };
  if (contents.latents) latent_ = define(kLatentName);
  if (contents.states) state_ = define(info.state_name());
}

void PosteriorGroup::write_draw(std::size_t chain, std::size_t draw, const Draw& values) {
  require(values.parameters.size() == parameters_, "a draw has the wrong number of parameters");
  if (latent_) put_row(file_, *latent_, {chain, draw}, rows_, values.latent);
  if (state_) put_row(file_, *state_, {chain, draw}, rows_, values.state);
  for (Block& block : blocks_) {
    const std::size_t size = block.parameters.size();
    std::copy_n(values.parameters.begin() + static_cast<std::ptrdiff_t>(block.parameters.first), size,
                block.values.begin() + static_cast<std::ptrdiff_t>((chain * draws_ + draw) * size));
  }
}

void PosteriorGroup::finish() {
  for (const Block& block : blocks_) file_.put(block.variable, block.values);
}

}  // namespace lehr::run_file
