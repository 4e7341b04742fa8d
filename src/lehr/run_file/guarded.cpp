#include <lehr/run_file/guarded.hpp>

#include <algorithm>
#include <filesystem>

#include <lehr/base/errors.hpp>
#include <lehr/base/memory.hpp>
#include <lehr/run/run_info_json.hpp>
#include <lehr/run_file/reader_program.hpp>
#include <lehr/run_file/service.hpp>

namespace lehr {
namespace {

/// No file of a fit comes near these: it is read at hundreds of megabytes a second, a part of it at a time. What is
/// left is for slow machines and for copies that another program has compressed.
ChildLimits limits_for(const std::string& path) {
  std::error_code ignored;  // a file that cannot be opened is refused by the child, in words
  std::uintmax_t bytes = std::filesystem::file_size(path, ignored);
  if (ignored) bytes = 0;
  // A child without memory would call a sound file damaged.
  check_memory("reading '" + path + "' needs", kSpareMemory / 2 + 2 * static_cast<double>(bytes));
  const std::uint64_t seconds = 10 + bytes / 2'000'000;
  return {.memory_bytes = (std::uint64_t{1} << 28) + 8 * bytes,
          .seconds = seconds,
          .waiting_seconds = 3 * seconds,
          .files = 2};  // HDF5 opens once more what was opened to be checked
}

}  // namespace

template <class Request, class Take>
auto GuardedRunFile::ask(std::initializer_list<Request> request, const Take& take) const {
  std::string refusal;
  try {
    Channel& channel = child_->channel();
    for (const Request& part : request) channel.put(part);
    std::uint64_t head = 0;
    do head = channel.take_number();
    while (head == run_file_service::kReading);
    if (head == run_file_service::kFine) return take();
    refusal = channel.take_text(limits_.memory_bytes);
  } catch (const ChannelClosed&) {
    refusal = name_ + " is damaged or not a run file of lehr: reading it " + child_->how_it_ended();
  }
  throw InputError(refusal);
}

std::vector<double> GuardedRunFile::take_numbers(std::size_t expected) const {
  std::vector<double> numbers = child_->channel().take_numbers(limits_.memory_bytes);
  if (numbers.size() != expected) throw ChannelClosed();
  return numbers;
}

GuardedRunFile::GuardedRunFile(const std::string& path)
    : name_("'" + path + "'"),
      limits_(limits_for(path)),
      child_(std::make_unique<ConfinedChild>(reader_program(), limits_)) {
  ask({std::string_view(path)}, [&] {
    Channel& channel = child_->channel();
    info_ = run_info_from_json(channel.take_text(limits_.memory_bytes), name_);
    info_.annotation = channel.take_text(limits_.memory_bytes);
    outcome_ = run_outcome_from_json(channel.take_text(limits_.memory_bytes), name_);
    if (outcome_.leave_one_out) {
      outcome_.leave_one_out->elpd = take_numbers(info_.data.rows);
      outcome_.leave_one_out->pareto_k = take_numbers(info_.data.rows);
    }
    info_.data.responses.value = take_numbers(info_.data.rows);
    info_.data.inputs = take_numbers(info_.data.rows * info_.data.features);
    draws_ = channel.take_number();
    if (draws_ > info_.fit.most_draws()) throw ChannelClosed();
    evaluations_ = channel.take_number();
    if (evaluations_ > info_.fit.warmup * (1 + info_.parameter_names.size())) throw ChannelClosed();
    has_latents_ = channel.take_number() != 0;
    has_states_ = channel.take_number() != 0;
    has_alphas_ = channel.take_number() != 0;
  });
}

Chains GuardedRunFile::read_chains() const {
  return ask({run_file_service::kChains}, [&] {
    Chains all;
    all.draws = draws_;
    for (std::size_t i = 0; i < info_.parameter_names.size(); ++i) {
      all.parameters.push_back(take_numbers(chains() * draws_));
    }
    all.log_evidence_estimate = take_numbers(chains() * draws_);
    all.log_prior = take_numbers(chains() * draws_);
    for (const double value : take_numbers(chains() * draws_)) all.accepted.push_back(value != 0);
    all.numbers_from = take_numbers(chains() * draws_);
    if (child_->channel().take_number() != 0) all.broken = take_numbers(chains() * draws_);
    return all;
  });
}

Continuation GuardedRunFile::read_continuation() const {
  return ask({run_file_service::kContinuation}, [&] {
    Continuation continuation;
    continuation.evaluations = take_numbers(chains() * evaluations_);
    continuation.log_thetas = take_numbers(chains() * draws_ * info_.parameter_names.size());
    return continuation;
  });
}

std::vector<double> GuardedRunFile::read_latents(std::size_t chain, std::size_t first, std::size_t count) const {
  return ask({run_file_service::kLatents, chain, first, count}, [&] { return take_numbers(count * info_.data.rows); });
}

std::vector<double> GuardedRunFile::read_states(std::size_t chain, std::size_t first, std::size_t count) const {
  return ask({run_file_service::kStates, chain, first, count}, [&] { return take_numbers(count * info_.data.rows); });
}

std::vector<double> GuardedRunFile::read_alphas(std::size_t chain, std::size_t first, std::size_t count) const {
  return ask({run_file_service::kAlphas, chain, first, count}, [&] { return take_numbers(count * info_.data.rows); });
}

std::vector<double> GuardedRunFile::read_log_likelihoods(std::size_t chain, std::size_t first,
                                                         std::size_t count) const {
  return ask({run_file_service::kLogLikelihoods, chain, first, count},
             [&] { return take_numbers(count * info_.data.rows); });
}

}  // namespace lehr
