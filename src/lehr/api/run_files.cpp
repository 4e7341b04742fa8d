#include <span>

#include <lehr/api/run.hpp>
#include <lehr/run_file/guarded.hpp>
#include <lehr/run_file/writer.hpp>

namespace lehr {
namespace {

/// The values of one draw; none where the run has none.
std::vector<double> values_at(const std::vector<double>& values, std::size_t index, std::size_t rows) {
  if (values.empty()) return {};
  const auto one = std::span(values).subspan(index * rows, rows);
  return {one.begin(), one.end()};
}

Draw draw_at(const Run& run, std::size_t index) {
  Draw draw = run.chains.draw(index);
  draw.state = values_at(run.states, index, run.info.data.rows);
  draw.latent = values_at(run.latents, index, run.info.data.rows);
  draw.log_theta = values_at(run.continuation.log_thetas, index, run.info.parameter_names.size());
  draw.alpha = values_at(run.alphas, index, run.info.data.rows);
  return draw;
}

void append(std::vector<double>& all, const std::vector<double>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

Run read_run(const std::string& path) {
  const GuardedRunFile reader(path);
  Run run;
  run.info = reader.info();
  run.outcome = reader.outcome();
  run.chains = reader.read_chains();
  if (reader.evaluations() > 0) run.continuation = reader.read_continuation();
  for (std::size_t chain = 0; chain < reader.chains(); ++chain) {
    if (reader.has_states()) append(run.states, reader.read_states(chain, 0, reader.draws()));
    if (reader.has_latents()) append(run.latents, reader.read_latents(chain, 0, reader.draws()));
    if (reader.has_alphas()) append(run.alphas, reader.read_alphas(chain, 0, reader.draws()));
    if (reader.has_log_likelihoods()) {
      append(run.log_likelihoods, reader.read_log_likelihoods(chain, 0, reader.draws()));
    }
  }
  return run;
}

void write_run(const Run& run, const std::string& path) {
  const std::size_t evaluations = run.continuation.evaluations.size() / run.chains.chains();
  RunFileWriter writer(path, run.info,
                       {.chains = run.chains.chains(),
                        .draws = run.chains.draws,
                        .states = !run.states.empty(),
                        .latents = !run.latents.empty(),
                        .alphas = !run.alphas.empty(),
                        .log_likelihood = !run.log_likelihoods.empty(),
                        .broken = !run.chains.broken.empty(),
                        .evaluations = evaluations});
  for (std::size_t chain = 0; chain < run.chains.chains() && evaluations > 0; ++chain) {
    writer.write_evaluations(chain, std::span(run.continuation.evaluations).subspan(chain * evaluations, evaluations));
  }
  for (std::size_t index = 0; index < run.chains.log_prior.size(); ++index) {
    writer.write_draw(index / run.chains.draws, index % run.chains.draws, draw_at(run, index),
                      values_at(run.log_likelihoods, index, run.info.data.rows));
  }
  writer.close(run.outcome);
}

}  // namespace lehr
