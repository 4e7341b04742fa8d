#include <lehr/reproduce/chain_units.hpp>

#include <cmath>
#include <utility>

#include <lehr/base/errors.hpp>
#include <lehr/reproduce/chain_state.hpp>
#include <lehr/reproduce/stopwatch.hpp>

namespace lehr::reproduce {
namespace {

constexpr std::size_t kTickEvery = 25;  // iterations between two factorisations that are timed

/// Six decimals of log theta are more than any diagnostic sees, and make small files.
std::vector<double> rounded(const std::vector<double>& values) {
  std::vector<double> result;
  for (const double value : values) result.push_back(std::round(value * 1e6) * 1e-6);
  return result;
}

/// At the end of the warm-up's walk.
ChainState first_state(PseudoMarginalChain& chain, const WarmUpWalk& walk) {
  std::optional<ChainState> state = chain.start(walk.path().back().log_theta);
  if (!state) throw RunError("the evidence cannot be estimated where the tuning of a chain ended");
  return std::move(*state);
}

}  // namespace

FrozenProposal freeze(const std::string& sampler, const std::vector<WarmUpWalk>& walks) {
  const Learned learned = learn(walks);
  std::string reason;
  if (auto proposal = samplers::named(sampler).freeze(learned, reason)) return {std::move(proposal), sampler};
  return {samplers::named("metropolis").freeze(learned, reason), "metropolis"};
}

std::size_t ChainPlan::parts() const { return (spec_.iterations + problem_.part_length - 1) / problem_.part_length; }

std::vector<std::string> ChainPlan::unit_names() const {
  std::vector<std::string> names;
  for (std::size_t part = 0; part < parts(); ++part) {
    names.push_back(problem_.name + "-" + spec_.name + "-chain" + std::to_string(spec_.chain) + "-part" +
                    std::to_string(part));
  }
  return names;
}

std::vector<Unit> ChainPlan::units() const {
  std::vector<Unit> units;
  const std::vector<std::string> names = unit_names();
  Json options = {{"seed", spec_.seed}};
  options.update(problem_.options);
  options["approximation"] = spec_.evidence.approximation;
  options["estimator"] = spec_.evidence.estimator.value_or("");
  options["importance_samples"] = spec_.evidence.importance_samples;
  options["ladder"] = spec_.evidence.ladder;
  options["sampler"] = spec_.sampler;
  options["iterations"] = spec_.iterations;
  options["chain"] = spec_.chain;
  if (names.size() > 1) options["part_length"] = problem_.part_length;
  std::vector<std::string> walk_names;
  for (const WalkPlan& walk : spec_.walks) {
    for (std::string& name : walk.unit_names()) walk_names.push_back(std::move(name));
  }
  options["learned_from"] = walk_names;
  for (std::size_t part = 0; part < names.size(); ++part) {
    std::vector<std::string> needs = walk_names;
    if (part > 0) needs.push_back(names[part - 1]);
    const std::size_t count = std::min(spec_.iterations - part * problem_.part_length, problem_.part_length);
    units.push_back({.name = names[part],
                     .options = options,
                     .weight = 2 * static_cast<double>(count) * std::pow(static_cast<double>(problem_.data->rows), 2.5),
                     .needs = std::move(needs),
                     .run = [plan = *this, part](const Results& results, const RunContext& context) {
                       return plan.run_part(part, results, context);
                     }});
  }
  return units;
}

Json ChainPlan::run_part(std::size_t part, const Results& results, const RunContext& context) const {
  std::vector<WarmUpWalk> walks;
  for (const WalkPlan& walk : spec_.walks) walks.push_back(walk.walk(results));
  const FrozenProposal frozen = freeze(spec_.sampler, walks);
  const Model model = problem_.make_model();
  const EvidenceMethod method = choose_method(spec_.evidence, model.likelihood(), problem_.data->rows);
  PseudoMarginalChain chain({.data = *problem_.data,
                             .model = model,
                             .method = method,
                             .samples = static_cast<std::size_t>(spec_.evidence.importance_samples),
                             .seed = spec_.seed,
                             .chain = spec_.chain,
                             .keep_latents = false,
                             .threads = 1});
  ChainState state =
      part == 0 ? first_state(chain, walks[spec_.start]) : state_from_json(results.of(unit_names()[part - 1])["state"]);
  CholeskyClock clock(static_cast<Index>(problem_.data->rows));
  const std::vector<double> none;
  const std::size_t begin = part * problem_.part_length;
  const std::size_t end = std::min(begin + problem_.part_length, spec_.iterations);
  Json moves = Json::array();  // each: the iteration, then log theta
  const std::vector<double> first = state.log_theta;
  DrawsToPredictFrom draws;
  std::size_t broken = 0;
  double seconds = 0;
  for (std::size_t iteration = begin + 1; iteration <= end; ++iteration) {
    if (context.stop.stop_requested()) throw Interrupted();
    if ((iteration - begin) % kTickEvery == 1) clock.tick();
    const double start = thread_seconds();
    const StepInfo info = chain.step(state, iteration, *frozen.proposal);
    seconds += thread_seconds() - start;
    if (info.broke_down) ++broken;
    if (spec_.new_rows && iteration > spec_.discard) draws.add(state, info.accepted);
    if (!info.accepted) continue;
    moves.push_back(rounded(state.log_theta));
    moves.back().insert(moves.back().begin(), iteration);
  }
  return {{"sampler", frozen.sampler},
          {"first", rounded(first)},
          {"moves", moves},
          {"broken", broken},
          {"seconds", seconds},
          {"cholesky_seconds", clock.seconds()},
          {"state", state_to_json(state, spec_.new_rows != nullptr)},
          {"predicting_draws", draws.count()},
          {"probabilities", spec_.new_rows ? draws.probabilities(*problem_.data, model, *spec_.new_rows) : none},
          {"end", end}};
}

std::vector<double> ChainPlan::probabilities(const Results& results) const {
  std::vector<double> sums(spec_.new_rows->rows, 0.0);
  double draws = 0;
  for (const std::string& name : unit_names()) {
    const Json& part = results.of(name);
    const double count = part["predicting_draws"];
    draws += count;
    for (std::size_t i = 0; i < part["probabilities"].size(); ++i) {
      sums[i] += count * part["probabilities"][i].get<double>();
    }
  }
  for (double& sum : sums) sum /= draws;
  return sums;
}

ChainPlan::Trace ChainPlan::trace(const Results& results) const {
  Trace trace;
  double factorisations = 0;
  for (const std::string& name : unit_names()) {
    const Json& part = results.of(name);
    auto log_theta = part["first"].get<std::vector<double>>();
    const std::size_t begin = trace.accepted.size();
    const std::size_t end = part["end"];
    auto move = part["moves"].begin();
    for (std::size_t iteration = begin + 1; iteration <= end; ++iteration) {
      const bool accepted = move != part["moves"].end() && (*move)[0] == iteration;
      if (accepted) {
        log_theta.assign(move->begin() + 1, move->end());
        ++move;
      }
      trace.log_theta.push_back(log_theta);
      trace.accepted.push_back(accepted);
    }
    trace.sampler = part["sampler"];
    trace.broken += part["broken"].get<std::size_t>();
    factorisations += part["seconds"].get<double>() / part["cholesky_seconds"].get<double>();
  }
  trace.cost = factorisations / static_cast<double>(trace.accepted.size());
  return trace;
}

}  // namespace lehr::reproduce
