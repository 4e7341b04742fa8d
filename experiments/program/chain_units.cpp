#include <experiments/program/chain_units.hpp>

#include <cmath>
#include <utility>

#include <experiments/program/chain_state.hpp>
#include <experiments/program/stopwatch.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/samplers/sampler.hpp>

namespace lehr::reproduce {
namespace {

constexpr const char* kSampler = "metropolis";

/// At the end of the warm-up's walk.
ChainState first_state(PseudoMarginalChain& chain, const WarmUpWalk& walk, const RunContext& context) {
  std::optional<ChainState> state = chain.start(walk.path().back().log_theta);
  if (!state) context.throw_if_stopped();
  if (!state) throw RunError("the evidence cannot be estimated where the tuning of a chain ended");
  return std::move(*state);
}

}  // namespace

std::vector<std::string> ChainPlan::unit_names() const {
  std::vector<std::string> names;
  for (std::size_t part = 0; part < problem_.parts_of(spec_.iterations); ++part) {
    names.push_back(problem_.name + "-" + spec_.name + "-chain" + std::to_string(spec_.chain) + "-part" +
                    std::to_string(part));
  }
  return names;
}

Json ChainPlan::options() const {
  Json options = {{"seed", spec_.seed}};
  options.update(problem_.options);
  options["approximation"] = spec_.evidence.approximation;
  options["estimator"] = spec_.evidence.estimator.value_or("");
  options["importance_samples"] = spec_.evidence.importance_samples;
  options["ladder"] = spec_.evidence.ladder;
  add_renewal(options, choose_chain_method(spec_.evidence, problem_.make_model().likelihood(), problem_.data->rows));
  options["sampler"] = kSampler;
  options["iterations"] = spec_.iterations;
  return options;
}

std::vector<Unit> ChainPlan::units() const {
  std::vector<Unit> units;
  const std::vector<std::string> names = unit_names();
  Json options = this->options();
  options["chain"] = spec_.chain;
  if (names.size() > 1) options["part_length"] = problem_.part_length;
  options["learned_from"] = spec_.tuning.unit_names();
  for (std::size_t part = 0; part < names.size(); ++part) {
    std::vector<std::string> needs = spec_.tuning.unit_names();
    if (part > 0) needs.push_back(names[part - 1]);
    const std::size_t count = std::min(spec_.iterations - part * problem_.part_length, problem_.part_length);
    units.push_back({.name = names[part],
                     .options = options,
                     .weight = 2 * static_cast<double>(count) * evaluation_weight(problem_.data->rows),
                     .needs = std::move(needs),
                     .run = [plan = *this, part](const Results& results, const RunContext& context) {
                       return plan.run_part(part, results, context);
                     }});
  }
  return units;
}

Json ChainPlan::run_part(std::size_t part, const Results& results, const RunContext& context) const {
  const WarmUpWalk walk = spec_.tuning.walk(results);
  std::string reason;
  const std::unique_ptr<Proposal> proposal = samplers::named(kSampler).freeze(learn({walk}), reason);
  const Model model = problem_.make_model();
  const EvidenceMethod method = choose_chain_method(spec_.evidence, model.likelihood(), problem_.data->rows);
  PseudoMarginalChain chain({.data = *problem_.data,
                             .model = model,
                             .method = method,
                             .samples = static_cast<std::size_t>(spec_.evidence.importance_samples),
                             .seed = spec_.seed,
                             .chain = spec_.chain,
                             .keep_latents = false,
                             .threads = 1,
                             .stop = context.stop});
  ChainState state = part == 0 ? first_state(chain, walk, context)
                               : state_from_json(results.of(unit_names()[part - 1])["state"], model.space());

  CholeskyClock clock(static_cast<Index>(problem_.data->rows));
  MoveRecorder moves;
  moves.begin(state);
  std::size_t broken = 0;
  double seconds = 0;
  const std::size_t begin = part * problem_.part_length;
  const std::size_t end = std::min(begin + problem_.part_length, spec_.iterations);
  for (std::size_t iteration = begin + 1; iteration <= end; ++iteration) {
    context.throw_if_stopped();
    if ((iteration - begin) % kTickEvery == 1) clock.tick();
    const double start = thread_seconds();
    const StepInfo info = chain.step(state, iteration, *proposal);
    seconds += thread_seconds() - start;
    if (info.stopped) throw Interrupted();
    if (info.broke_down) ++broken;
    moves.add(iteration, state, info.accepted);
  }
  Json found = moves.json();
  found["broken"] = broken;
  found["seconds"] = seconds;
  found["cholesky_seconds"] = clock.seconds();
  found["state"] = state_to_json(state, false);
  return found;
}

ChainTrace ChainPlan::trace(const Results& results) const {
  ChainTrace trace;
  trace.sampler = kSampler;
  for (const std::string& name : unit_names()) {
    const Json& part = results.of(name);
    trace.add(part, part["seconds"].get<double>() / part["cholesky_seconds"].get<double>());
    trace.broken += part["broken"].get<std::size_t>();
  }
  return trace;
}

}  // namespace lehr::reproduce
