// How a fit treats its two files when it ends.

#include <sys/inotify.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include <lehr/api/fit.hpp>
#include <lehr/api/open_run.hpp>
#include <lehr/api/run.hpp>
#include <lehr/run_file/guarded.hpp>
#include <support/example_data.hpp>
#include <unit/scratch_folder.hpp>

namespace lehr {
namespace {

/// Counts how often the files of a folder are opened, by whatever process. Equal events that follow one another are
/// told as one: so what comes between is watched too.
class Openings {
 public:
  explicit Openings(const std::string& folder) : queue_(inotify_init1(IN_NONBLOCK)) {
    EXPECT_GE(inotify_add_watch(queue_, folder.c_str(), IN_OPEN | IN_CLOSE | IN_MODIFY), 0);
  }
  ~Openings() { close(queue_); }
  Openings(const Openings&) = delete;
  Openings& operator=(const Openings&) = delete;

  /// Since the last call, by name.
  std::map<std::string, int> count() const {
    std::map<std::string, int> counts;
    alignas(inotify_event) char bytes[1 << 14];
    for (ssize_t size = 0; (size = read(queue_, bytes, sizeof bytes)) > 0;) {
      for (ssize_t at = 0; at < size;) {
        const auto* event = reinterpret_cast<const inotify_event*>(bytes + at);
        if (event->len > 0 && (event->mask & IN_OPEN) != 0) ++counts[event->name];
        at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
      }
    }
    return counts;
  }

 private:
  int queue_;
};

FitRequest small_fit(const std::string& out) {
  FitRequest request;
  request.table.data = testing_support::wavy_data(6, 1);
  request.table.encoding.features = {{"x1", "x1", 0, {}, 0, 1}};
  request.table.encoding.columns = 2;
  request.table.encoding.label_position = 1;
  request.settings.chains = 2;
  request.settings.warmup = 60;
  request.settings.draws = 12;
  request.out = out;
  return request;
}

TEST(FitFiles, AreReadNoMoreThanTheEndOfAFitTakes) {
  const ScratchFolder folder;
  const Openings openings(folder / "");
  const FitReport report = fit(small_fit(folder / "r.nc"));
  auto by_fit = openings.count();
  EXPECT_EQ(by_fit["r.nc.partial"], 3);  // to be written, to be read for theta, to be read
  GuardedRunFile(folder / "r.nc").read_chains();
  EXPECT_EQ(by_fit["r.nc"], openings.count()["r.nc"]);
  EXPECT_EQ(report.run.summary.draws, 12U);
  EXPECT_FALSE(std::filesystem::exists(folder / "r.nc.partial"));
}

TEST(FitFiles, OfAFinishedRunAreReadOnceByAResume) {
  const ScratchFolder folder;
  FitRequest request = small_fit(folder / "r.nc");
  fit(request);
  request.if_exists = IfExists::resume;
  const Openings openings(folder / "");
  EXPECT_TRUE(fit(request).was_finished);
  const int by_resume = openings.count()["r.nc"];
  GuardedRunFile(folder / "r.nc").read_chains();
  EXPECT_EQ(by_resume, openings.count()["r.nc"]);
}

/// What a run file holds but for the time that was taken.
Run without_time(const std::string& path) {
  Run run = read_run(path);
  run.outcome.seconds = 0;
  return run;
}

TEST(FitFiles, OfAnExtendedRunAreThoseOfOneLongerRun) {
  const ScratchFolder folder;
  FitRequest request = small_fit(folder / "long.nc");
  request.settings.draws = 30;
  fit(request);
  request.out = folder / "r.nc";
  request.settings.draws = 12;
  fit(request);
  request.if_exists = IfExists::resume;
  request.settings.draws = 30;
  const FitReport report = fit(request, {.threads = 2});
  EXPECT_FALSE(report.was_finished);
  EXPECT_EQ(report.run.summary.draws, 30U);
  EXPECT_EQ(folder.files(), 2);
  for (const char* name : {"r.nc", "long.nc"}) write_run(without_time(folder / name), folder / name);
  EXPECT_EQ(bytes_of(folder / "r.nc"), bytes_of(folder / "long.nc"));
}

TEST(FitFiles, OfARunThatIsWrittenFromMemoryCanBeExtended) {
  const ScratchFolder folder;
  FitRequest request = small_fit(folder / "r.nc");
  fit(request);
  write_run(sample({request.source, request.table, request.model, request.settings}).run, folder / "r.nc");
  request.if_exists = IfExists::resume;
  request.settings.draws = 20;
  EXPECT_EQ(fit(request).run.summary.draws, 20U);
}

/// A stop that was requested before the run file is copied.
TEST(FitFiles, OfAnExtensionThatIsStoppedAtOnceAreAsTheyWere) {
  const ScratchFolder folder;
  FitRequest request = small_fit(folder / "r.nc");
  fit(request);
  const std::string before = bytes_of(folder / "r.nc");
  request.if_exists = IfExists::resume;
  request.settings.draws = 20;
  std::stop_source stop;
  stop.request_stop();
  const FitReport report = fit(request, {.stop = stop.get_token()});
  EXPECT_TRUE(report.interrupted);
  EXPECT_EQ(report.run.summary.draws, 12U);
  EXPECT_EQ(bytes_of(folder / "r.nc"), before);
  EXPECT_EQ(folder.files(), 1);
}

/// Asks for a stop as soon as the noise of the estimate is measured.
class StopsInTheEnd final : public Observer {
 public:
  void progress(std::string_view /*task*/, double /*fraction_done*/) override { stop.request_stop(); }
  std::stop_source stop;
};

TEST(FitFiles, OfAFitThatIsStoppedAfterItsLastDrawHoldAllDraws) {
  const ScratchFolder folder;
  FitRequest request = small_fit(folder / "r.nc");
  StopsInTheEnd observer;
  const FitReport stopped = fit(request, {.observer = &observer, .stop = observer.stop.get_token()});
  EXPECT_TRUE(stopped.interrupted);
  EXPECT_EQ(stopped.run.summary.draws, 12U);
  EXPECT_EQ(stopped.run.estimate_noise, 0);
  EXPECT_TRUE(std::filesystem::exists(folder / "r.nc.partial"));

  request.if_exists = IfExists::resume;
  const FitReport finished = fit(request);
  EXPECT_FALSE(finished.interrupted);
  EXPECT_FALSE(finished.was_finished);
  EXPECT_GT(finished.run.estimate_noise, 0);
  EXPECT_FALSE(std::filesystem::exists(folder / "r.nc.partial"));
}

}  // namespace
}  // namespace lehr
