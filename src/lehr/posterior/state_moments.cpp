#include <lehr/posterior/state_moments.hpp>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include <lehr/base/memory.hpp>
#include <lehr/base/parallel.hpp>
#include <lehr/priors/prior_form.hpp>

namespace lehr {
namespace {

constexpr std::size_t kStatesAtOnce = 64;  // factorised in parallel

/// What one state after the other is worked at in.
struct Workspace {
  std::unique_ptr<GaussianPrior> prior;
  std::unique_ptr<Regression> regression;
};

/// Workspaces for as many threads as ask: each is given back for the next state.
class Workspaces {
 public:
  explicit Workspaces(int threads) : threads_(std::max(1, threads)) {}

  /// That every thread can have a prior like this one.
  void check_memory(const GaussianPrior& prior, Use use) {
    const std::scoped_lock lock(mutex_);
    const double bytes = prior.bytes(use);
    if (bytes <= checked_) return;
    check_memory_for(static_cast<std::size_t>(prior.size()), threads_ * (bytes - checked_));
    checked_ = bytes;
  }

  Workspace take() {
    const std::scoped_lock lock(mutex_);
    if (free_.empty()) return {};
    Workspace workspace = std::move(free_.back());
    free_.pop_back();
    return workspace;
  }
  void give_back(Workspace workspace) {
    const std::scoped_lock lock(mutex_);
    free_.push_back(std::move(workspace));
  }

 private:
  std::mutex mutex_;
  std::vector<Workspace> free_;
  int threads_;
  double checked_ = 0;  // bytes of each thread
};

Vector to_vector(const std::vector<double>& values) {
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

/// A state whose turn it is.
struct Task {
  std::size_t index;
  PosteriorState state;
  Wanted wanted;
};

class MomentsFinder {
 public:
  /// At rows, or of the coefficients where there are none.
  MomentsFinder(const PosteriorView& posterior, const Dataset* rows, const RunContext& context)
      : posterior_(posterior),
        rows_(rows),
        width_(rows == nullptr ? posterior.model.coefficients().size() : rows->rows),
        context_(context),
        workspaces_(context.threads) {}

  /// There is nothing to find any more.
  bool has_ended() const { return broke_down_ || context_.stopped(); }

  void add(Task task) {
    states_ = task.index + 1;
    if (task.wanted != Wanted::nothing) waiting_.push_back(std::move(task));
    if (waiting_.size() == kStatesAtOnce) flush();
  }

  std::optional<StateMoments> finish() {
    flush();
    if (has_ended()) return std::nullopt;
    return std::move(found_);
  }

 private:
  void flush() {
    found_.means.resize(states_ * width_);
    found_.variances.resize(states_ * width_);
    for_each_block(waiting_.size(), context_.threads, [&](std::size_t i) {
      if (has_ended()) return;
      Workspace workspace = workspaces_.take();
      const std::optional<LatentMoments> moments = moments_at(waiting_[i], workspace);
      workspaces_.give_back(std::move(workspace));
      if (!moments) broke_down_ = true;
      if (has_ended()) return;
      const auto offset = static_cast<std::ptrdiff_t>(waiting_[i].index * width_);
      std::copy(moments->mean.begin(), moments->mean.end(), found_.means.begin() + offset);
      std::copy(moments->variance.begin(), moments->variance.end(), found_.variances.begin() + offset);
    });
    waiting_.clear();
  }

  /// Empty when the numbers break down, and after a stop request.
  std::optional<LatentMoments> moments_at(const Task& task, Workspace& workspace) {
    const PosteriorState& state = task.state;
    const Model& model = posterior_.model;
    const bool knows_alpha = !state.alpha.empty();
    const bool needs_factor = task.wanted == Wanted::mean_and_variance || !knows_alpha;
    const Use use = needs_factor ? Use::regression : Use::means;
    const KernelParameters theta = model.theta(state.parameters);
    const double curvature = model.density(posterior_.training.responses, theta)->curvature_bound();
    workspace.prior = choose_prior({posterior_.training, model.covariance(theta), use, context_.stop, curvature},
                                   std::move(workspace.prior));
    if (workspace.prior == nullptr) return std::nullopt;
    workspaces_.check_memory(*workspace.prior, use);
    if (!needs_factor) return LatentMoments{workspace.prior->extend_mean(*rows_, to_vector(state.alpha)), {}};
    const Accuracy accuracy = knows_alpha && rows_ != nullptr ? Accuracy::rough : Accuracy::full;
    workspace.regression =
        workspace.prior->regression(model.likelihood().noise(), accuracy, std::move(workspace.regression));
    if (workspace.regression == nullptr) return std::nullopt;
    const Vector alpha = knows_alpha ? to_vector(state.alpha)
                                     : workspace.regression->alpha(workspace.prior->rows_of(to_vector(state.state)));
    if (rows_ == nullptr) return workspace.regression->coefficients(alpha);
    if (task.wanted == Wanted::mean) return LatentMoments{workspace.prior->extend_mean(*rows_, alpha), {}};
    return workspace.regression->extend(*rows_, alpha);
  }

  const PosteriorView& posterior_;
  const Dataset* rows_;
  std::size_t width_;  // numbers of each state
  const RunContext& context_;
  Workspaces workspaces_;
  std::vector<Task> waiting_;
  std::size_t states_ = 0;
  std::atomic<bool> broke_down_{false};
  StateMoments found_;
};

}  // namespace

std::optional<StateMoments> find_moments(const PosteriorView& posterior, const Dataset& rows,
                                         const std::function<Wanted(std::size_t state)>& wanted,
                                         const RunContext& context,
                                         const std::function<void(std::size_t states)>& done) {
  MomentsFinder finder(posterior, &rows, context);
  std::size_t index = 0;
  posterior.states([&](const PosteriorState& state) {
    if (finder.has_ended()) return;
    finder.add({index, state, wanted(index)});
    done(++index);
  });
  return finder.finish();
}

std::optional<StateMoments> find_coefficients(const PosteriorView& posterior, const RunContext& context) {
  MomentsFinder finder(posterior, nullptr, context);
  std::size_t index = 0;
  posterior.states([&](const PosteriorState& state) {
    if (finder.has_ended()) return;
    finder.add({index++, state, Wanted::mean_and_variance});
  });
  return finder.finish();
}

}  // namespace lehr
