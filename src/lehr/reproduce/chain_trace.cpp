#include <lehr/reproduce/chain_trace.hpp>

#include <cmath>
#include <utility>

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
  auto where = part["first"].get<std::vector<double>>();
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

void MoveRecorder::begin(const ChainState& state) { first_ = rounded(state.log_theta); }

void MoveRecorder::add(std::size_t iteration, const ChainState& state, bool accepted) {
  end_ = iteration;
  if (!accepted) return;
  moves_.push_back(rounded(state.log_theta));
  moves_.back().insert(moves_.back().begin(), iteration);
}

Json MoveRecorder::json() const { return {{"first", first_}, {"moves", moves_}, {"end", end_}}; }

}  // namespace lehr::reproduce
