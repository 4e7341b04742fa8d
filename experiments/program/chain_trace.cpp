#include <experiments/program/chain_trace.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <lehr/base/errors.hpp>
#include <lehr/diagnostics/diagnostics.hpp>

namespace lehr::reproduce {
namespace {

/// Six decimals of log theta are more than any diagnostic sees, and make small files.
std::vector<double> rounded(const std::vector<double>& values) {
  std::vector<double> result;
  for (const double value : values) result.push_back(std::round(value * 1e6) * 1e-6);
  return result;
}

}  // namespace

void ChainTrace::add(const Json& part, double part_factorisations) {
  auto where = part.at("first").get<std::vector<double>>();
  if (!log_theta.empty() && where != log_theta.back()) {
    throw RunError("a part of a chain does not begin where the part before it ended; delete them and run this again");
  }
  const std::size_t begin = accepted.size();
  const std::size_t end = part["end"];
  auto move = part["moves"].begin();
  for (std::size_t iteration = begin + 1; iteration <= end; ++iteration) {
    const bool moves = move != part["moves"].end() && (*move)[0] == iteration;
    if (moves) {
      where.assign(move->begin() + 1, move->end());
      ++move;
    }
    log_theta.push_back(where);
    accepted.push_back(moves);
  }
  factorisations += part_factorisations;
}

Mixing mixing_of(const std::vector<ChainTrace>& traces, std::size_t discard) {
  Mixing mixing;
  for (std::size_t p = 0; p < traces[0].log_theta[0].size(); ++p) {
    std::vector<double> values;
    for (const ChainTrace& trace : traces) {
      for (std::size_t i = discard; i < trace.log_theta.size(); ++i) values.push_back(trace.log_theta[i][p]);
    }
    const DrawsView draws{values, values.size() / traces.size()};
    const std::optional<double> size = ess_bulk(draws);
    const std::optional<double> ratio = rhat(draws);
    if (!size || !ratio) return {};
    mixing.least_effective_size = std::min(mixing.least_effective_size.value_or(*size), *size);
    mixing.largest_rhat = std::max(mixing.largest_rhat.value_or(*ratio), *ratio);
  }
  return mixing;
}

void MoveRecorder::begin(const ChainState& state) { first_ = rounded(state.log_theta); }

void MoveRecorder::add(std::size_t iteration, const ChainState& state, bool accepted) {
  end_ = iteration;
  if (!accepted) return;
  moves_.push_back(rounded(state.log_theta));
  moves_.back().insert(moves_.back().begin(), iteration);
}

Json MoveRecorder::json() const { return {{"first", first_}, {"moves", moves_}, {"end", end_}}; }

}  // namespace lehr::reproduce
