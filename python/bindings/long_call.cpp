#include <bindings/long_call.hpp>

#include <algorithm>

namespace lehr::python {
namespace {

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

void ProgressRecord::progress(std::string_view task, double fraction_done) {
  const std::scoped_lock lock(mutex_);
  task_ = task;
  fraction_done_ = fraction_done;
}

void ProgressRecord::fit_cost(const FitCost& cost) {
  const std::scoped_lock lock(mutex_);
  time_left_.emplace(cost, seconds_now());
}

void ProgressRecord::chain_progress(const ChainProgress& progress) {
  const std::scoped_lock lock(mutex_);
  if (time_left_) time_left_->take(seconds_now(), progress);
  if (progress.chain >= chains_.size()) chains_.resize(progress.chain + 1);
  chains_[progress.chain] = {progress.phase, progress.done, progress.total};
}

py::object ProgressRecord::latest() {
  const std::scoped_lock lock(mutex_);
  if (chains_.empty() && task_.empty()) return py::none();
  if (chains_.empty()) return py::make_tuple(task_, fraction_done_, 1.0, py::none());
  ChainPhase phase = ChainPhase::sampling;  // of those that are farthest behind
  for (const Chain& chain : chains_) phase = std::min(phase, chain.phase);
  double done = 0;
  double total = 0;
  for (const Chain& chain : chains_) {
    done += static_cast<double>(chain.phase > phase ? chain.total : chain.done);
    total += static_cast<double>(chain.total);
  }
  const std::optional<double> left = time_left_ ? time_left_->told(seconds_now()) : std::nullopt;
  return py::make_tuple(phase_name(phase), done, total, left ? py::object(py::float_(*left)) : py::none());
}

void LongCall::look_after_python() {
  if (interruption_) return;
  try {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (!progress_.is_none()) progress_(record_.latest());
  } catch (py::error_already_set& error) {
    interruption_ = std::move(error);
    stop_.request_stop();
  }
}

py::object LongCall::interruption() const {
  if (!interruption_) return py::none();
  return interruption_->value();
}

}  // namespace lehr::python
