#include <lehr/run_file/service.hpp>

#include <memory>
#include <new>

#include <lehr/base/confined_work.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/run/run_info_json.hpp>
#include <lehr/run_file/reader.hpp>

namespace lehr::run_file_service {
namespace {

/// Computes an answer and sends it, or says why there is none.
template <class Compute, class Send>
void answer(Channel& channel, const std::string& path, const Compute& compute, const Send& send) {
  const auto refuse = [&](const std::string& reason) {
    channel.put(kRefused);
    channel.put(reason);
  };
  try {
    const auto value = compute();
    channel.put(kFine);
    send(value);
  } catch (const ChannelClosed&) {
    throw;
  } catch (const std::bad_alloc&) {
    refuse("'" + path + "' cannot be read: it needs more memory than a run file of its size should");
  } catch (const InputError& error) {
    refuse(error.what());
  } catch (const std::exception& error) {
    refuse("'" + path + "' is not a run file of lehr: " + error.what());
  }
}

void send_description(Channel& channel, const RunFileReader& reader) {
  channel.put(run_info_to_json(reader.info(), DataNumbers::elsewhere));
  channel.put(reader.info().annotation);
  channel.put(run_outcome_to_json(reader.outcome()));
  if (reader.outcome().leave_one_out) {
    channel.put(reader.outcome().leave_one_out->elpd);
    channel.put(reader.outcome().leave_one_out->pareto_k);
  }
  channel.put(reader.info().data.responses.value);
  channel.put(reader.info().data.inputs);
  channel.put(std::uint64_t{reader.draws()});
  channel.put(std::uint64_t{reader.evaluations()});
  channel.put(std::uint64_t{reader.has_latents()});
  channel.put(std::uint64_t{reader.has_states()});
  channel.put(std::uint64_t{reader.has_alphas()});
}

void send_chains(Channel& channel, const Chains& chains) {
  for (const std::vector<double>& parameter : chains.parameters) channel.put(parameter);
  channel.put(chains.log_evidence_estimate);
  channel.put(chains.log_prior);
  channel.put(std::vector<double>(chains.accepted.begin(), chains.accepted.end()));
  channel.put(chains.numbers_from);
  channel.put(std::uint64_t{!chains.broken.empty()});
  if (!chains.broken.empty()) channel.put(chains.broken);
}

}  // namespace

void serve(Channel& channel, const ChildLimits& limits) {
  const std::string path = channel.take_text(kLongestPath);
  std::unique_ptr<RunFileReader> reader;
  const auto has_read = [&] { channel.put(kReading); };
  answer(
      channel, path, [&] { return (reader = std::make_unique<RunFileReader>(path, has_read)).get(); },
      [&](const RunFileReader* opened) { send_description(channel, *opened); });
  while (reader) {
    const std::uint64_t request = channel.take_number();
    begin_piece(limits);
    if (request == kChains) {
      answer(
          channel, path, [&] { return reader->read_chains(); },
          [&](const Chains& chains) { send_chains(channel, chains); });
    } else if (request == kContinuation) {
      answer(
          channel, path, [&] { return reader->read_continuation(); },
          [&](const Continuation& continuation) {
            channel.put(continuation.evaluations);
            channel.put(continuation.log_thetas);
          });
    } else {
      const std::uint64_t chain = channel.take_number();
      const std::uint64_t first = channel.take_number();
      const std::uint64_t count = channel.take_number();
      answer(
          channel, path,
          [&] {
            if (request == kLatents) return reader->read_latents(chain, first, count);
            if (request == kLogLikelihoods) return reader->read_log_likelihoods(chain, first, count);
            return request == kAlphas ? reader->read_alphas(chain, first, count)
                                      : reader->read_states(chain, first, count);
          },
          [&](const std::vector<double>& latents) { channel.put(latents); });
    }
  }
}

}  // namespace lehr::run_file_service
