#include <experiments/program/run_units.hpp>

#include <algorithm>
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <list>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include <experiments/program/stopwatch.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/base/parallel.hpp>
#include <lehr/base/version.hpp>

namespace lehr::reproduce {
namespace {

Json run_by_name(const Unit& unit, const Results& needed, const RunContext& context) {
  try {
    return unit.run(needed, context);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception& error) {
    throw RunError(unit.name + ": " + error.what());
  }
}

/// Runs a unit and keeps what it found. A summary bears the commits and the time of what it sums up, and nothing else.
Found run_unit(const Unit& unit, const Results& needed, const UnitCache& cache, const RunContext& context) {
  const double start = thread_seconds();
  Found found{run_by_name(unit, needed, context), needed.commits(), needed.effort()};
  if (!unit.is_summary) {
    const double seconds = thread_seconds() - start;
    Results stands_on = needed;
    stands_on.add(unit.name, {nullptr, std::string(commit())});
    found.commits = stands_on.commits();
    found.effort = Effort{seconds, seconds};
  }
  cache.keep(unit, found);
  return found;
}

/// The units that nothing else needs, and what is needed for them: all but the parts of summaries that are there.
std::set<std::string> wanted_units(const std::vector<Unit>& units, const Results& found) {
  std::map<std::string, const Unit*> by_name;
  std::set<std::string> needed;
  for (const Unit& unit : units) {
    by_name[unit.name] = &unit;
    needed.insert(unit.needs.begin(), unit.needs.end());
  }
  std::vector<std::string> open;
  for (const Unit& unit : units) {
    if (!needed.contains(unit.name)) open.push_back(unit.name);
  }
  std::set<std::string> wanted;
  while (!open.empty()) {
    const std::string name = std::move(open.back());
    open.pop_back();
    if (!wanted.insert(name).second) continue;
    const Unit& unit = *by_name.at(name);
    if (unit.is_summary && found.has(name)) continue;
    open.insert(open.end(), unit.needs.begin(), unit.needs.end());
  }
  return wanted;
}

/// Hands out units whose needs are met, and takes their results.
class Schedule {
 public:
  Schedule(const std::vector<Unit>& units, const UnitCache& cache, std::string task, const RunContext& context)
      : cache_(cache), task_(std::move(task)), context_(context), results_(find_units(units, cache)) {
    const std::set<std::string> wanted = wanted_units(units, results_);
    for (const Unit& unit : units) {
      if (wanted.contains(unit.name) && !results_.has(unit.name)) waiting_.push_back(&unit);
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
        finish(*task->unit,
               run_unit(*task->unit, task->needed, cache_, {.threads = 1, .observer = nullptr, .stop = context_.stop}));
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

  void finish(const Unit& unit, Found found) {
    const std::scoped_lock lock(mutex_);
    results_.add(unit.name, std::move(found));
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
  if (const std::string others = summaries_of_other_options(units, cache); !others.empty()) {
    throw UsageError(others + "; to keep both, give another --out; to run this again, delete them");
  }
  return Schedule(units, cache, task, context).run();
}

Results find_units(const std::vector<Unit>& units, const UnitCache& cache) {
  Results results;
  const auto find = [&](const Unit& unit) {
    if (std::optional<Found> found = cache.find(unit)) results.add(unit.name, std::move(*found));
  };
  for (const Unit& unit : units) {
    if (unit.is_summary) find(unit);
  }
  const std::set<std::string> wanted = wanted_units(units, results);
  for (const Unit& unit : units) {
    if (!unit.is_summary && wanted.contains(unit.name)) find(unit);
  }
  for (const Unit& unit : units) {
    if (!unit.is_summary || results.has(unit.name) || !results.has_all(unit.needs)) continue;
    results.add(unit.name, run_unit(unit, results.only(unit.needs), cache, {}));
  }
  return results;
}

std::string summaries_of_other_options(const std::vector<Unit>& units, const UnitCache& cache) {
  std::size_t count = 0;
  std::string first;
  for (const Unit& unit : units) {
    const std::optional<std::string> difference = unit.is_summary ? cache.difference(unit) : std::nullopt;
    if (difference && count++ == 0) first = *difference;
  }
  if (count == 0) return {};
  return std::to_string(count) + (count == 1 ? " summary was" : " summaries were") +
         " made with other options: " + first + (count == 1 ? "" : ", and others");
}

void note_unused_summaries(const std::vector<Unit>& units, const UnitCache& cache, Report& report) {
  const std::string others = summaries_of_other_options(units, cache);
  if (!others.empty()) report.notes.push_back(others + "; not used here");
}

Results find_summaries(const std::vector<Unit>& units, const UnitCache& cache) {
  const Results results = find_units(units, cache);
  std::vector<std::string> names;
  for (const Unit& unit : units) {
    if (unit.is_summary && results.has(unit.name)) names.push_back(unit.name);
  }
  return results.only(names);
}

}  // namespace lehr::reproduce
