#pragma once

#include <cstdlib>
#include <string>

#include <lehr/run_file/reader.hpp>

namespace lehr::fuzz {

/// All of a run file, in this process and not in a child: here a crash is to be seen.
inline void read_run_file(const std::string& path) {
  const RunFileReader reader(path);
  const Chains chains = reader.read_chains();
  if (chains.parameters.size() != reader.info().parameter_names.size()) std::abort();
  if (chains.log_prior.size() != reader.chains() * reader.draws()) std::abort();
  if (reader.evaluations() > 0) {
    const Continuation continuation = reader.read_continuation();
    if (continuation.evaluations.size() != reader.chains() * reader.evaluations()) std::abort();
    if (continuation.log_thetas.size() != chains.log_prior.size() * chains.parameters.size()) std::abort();
  }
  for (std::size_t chain = 0; chain < reader.chains(); ++chain) {
    if (reader.has_latents()) reader.read_latents(chain, 0, reader.draws());
    if (reader.has_states()) reader.read_states(chain, 0, reader.draws());
  }
}

}  // namespace lehr::fuzz
