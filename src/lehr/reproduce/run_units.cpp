#include <lehr/reproduce/run_units.hpp>

#include <algorithm>
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <list>
#include <mutex>
#include <numeric>
#include <optional>
#include <utility>

#include <lehr/base/parallel.hpp>
#include <lehr/base/version.hpp>
#include <lehr/reproduce/stopwatch.hpp>

namespace lehr::reproduce {
namespace {

/// Hands out units whose needs are met, and takes their results.
class Schedule {
 public:
  Schedule(const std::vector<Unit>& units, const UnitCache& cache, std::string task, const RunContext& context)
      : cache_(cache), task_(std::move(task)), context_(context), results_(find_units(units, cache)) {
    for (const Unit& unit : units) {
      if (!results_.has(unit.name)) waiting_.push_back(&unit);
    }
    total_ = std::accumulate(waiting_.begin(), waiting_.end(), 0.0,
                             [](double sum, const Unit* unit) { return sum + unit->weight; });
  }

  Results run() {
    const auto workers = std::min(waiting_.size(), static_cast<std::size_t>(std::max(context_.threads, 1)));
    if (workers > 0) context_.progress(task_, 0);
    for_each_block(workers, static_cast<int>(workers), [this](std::size_t) { work(); });
    return std::move(results_);
  }

 private:
  struct Task {
    const Unit* unit;
    Results needed;
  };

  void work() {
    try {
      while (const std::optional<Task> task = take()) {
        const double start = thread_seconds();
        Json result = task->unit->run(task->needed, {.threads = 1, .observer = nullptr, .stop = context_.stop});
        cache_.keep(*task->unit, result, thread_seconds() - start);
        finish(*task->unit, std::move(result));
      }
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      failed_ = true;
      changed_.notify_all();
      throw;
    }
  }

  /// A unit that can run now; waits for one where others must finish first. None when nothing is left to begin.
  std::optional<Task> take() {
    std::unique_lock lock(mutex_);
    while (true) {
      if (context_.stop.stop_requested()) throw Interrupted();
      if (failed_ || waiting_.empty()) return std::nullopt;
      const auto ready = std::find_if(waiting_.begin(), waiting_.end(),
                                      [this](const Unit* unit) { return results_.has_all(unit->needs); });
      if (ready != waiting_.end()) {
        const Unit* unit = *ready;
        waiting_.erase(ready);
        ++running_;
        return Task{unit, results_.only(unit->needs)};
      }
      assert(running_ > 0 && "a unit needs one that is not in the list");
      changed_.wait(lock);
    }
  }

  void finish(const Unit& unit, Json result) {
    const std::scoped_lock lock(mutex_);
    results_.add(unit.name, std::move(result), std::string(commit()));
    --running_;
    done_ += unit.weight;
    context_.progress(task_, done_ / total_);
    changed_.notify_all();
  }

  const UnitCache& cache_;
  const std::string task_;
  const RunContext& context_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<const Unit*> waiting_;
  Results results_;
  double total_ = 0;
  double done_ = 0;
  int running_ = 0;
  bool failed_ = false;
};

}  // namespace

Results run_units(const std::vector<Unit>& units, const UnitCache& cache, const std::string& task,
                  const RunContext& context) {
  return Schedule(units, cache, task, context).run();
}

Results find_units(const std::vector<Unit>& units, const UnitCache& cache) {
  Results results;
  for (const Unit& unit : units) {
    if (std::optional<UnitCache::Entry> entry = cache.find(unit)) {
      results.add(unit.name, std::move(entry->result), entry->commit);
    }
  }
  return results;
}

}  // namespace lehr::reproduce
