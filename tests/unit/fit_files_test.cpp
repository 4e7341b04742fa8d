// How a fit treats its two files when it ends.

#include <sys/inotify.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

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

TEST(FitFiles, AreReadOnceEachWhenAFitEnds) {
  for (const double intercept : {0, 4}) {
    const ScratchFolder folder;
    FitRequest request = small_fit(folder / "r.nc");
    request.model.intercept = intercept;
    request.settings.model_evidence = true;
    const Openings openings(folder / "");
    const FitReport report = fit(request);
    auto by_fit = openings.count();
    EXPECT_EQ(by_fit["r.nc.partial"], 2) << intercept;  // to be written, to be read
    GuardedRunFile(folder / "r.nc").read_chains();
    EXPECT_EQ(by_fit["r.nc"], openings.count()["r.nc"]) << intercept;
    EXPECT_EQ(report.run.summary.draws, 12U);
    EXPECT_EQ(report.run.coefficients.size(), intercept > 0 ? 1U : 0U);
    EXPECT_TRUE(report.run.loo.has_value());
    EXPECT_FALSE(std::filesystem::exists(folder / "r.nc.partial"));
  }
}

/// What a run file holds but for the time that was taken.
Run without_time(const std::string& path) {
  Run run = read_run(path);
  run.outcome.seconds = 0;
  return run;
}

/// Asks for a stop in the middle of the second chain.
class StopsAtADraw final : public Observer {
 public:
  static constexpr std::size_t kDraw = 5;
  void chain_progress(const ChainProgress& progress) override {
    const bool there = progress.chain == 1 && progress.phase == ChainPhase::sampling && progress.done == kDraw;
    if (there) stop.request_stop();
  }
  std::stop_source stop;
};

TEST(FitFiles, OfAResumedFitEndWithTheSameNumbersAsThoseOfOneCall) {
  const ScratchFolder folder;
  FitRequest request = small_fit(folder / "whole.nc");
  request.model.intercept = 4;
  request.settings.model_evidence = true;
  fit(request);
  request.out = folder / "r.nc";
  StopsAtADraw observer;
  EXPECT_TRUE(fit(request, {.observer = &observer, .stop = observer.stop.get_token()}).interrupted);
  ASSERT_EQ(read_run(folder / "r.nc").chains.draws, StopsAtADraw::kDraw);
  request.if_exists = IfExists::resume;
  EXPECT_FALSE(fit(request).interrupted);
  for (const char* name : {"r.nc", "whole.nc"}) write_run(without_time(folder / name), folder / name);
  EXPECT_EQ(bytes_of(folder / "r.nc"), bytes_of(folder / "whole.nc"));
}

TEST(FitFiles, HoldTheCoefficientsThatAFitInMemoryFinds) {
  const ScratchFolder folder;
  FitRequest request = small_fit(folder / "r.nc");
  request.model.intercept = 4;
  request.model.linear = 1;
  fit(request);
  const std::vector<Coefficient> kept = read_run(folder / "r.nc").outcome.coefficients;
  const std::vector<Coefficient> found =
      sample({request.source, request.table, request.model, request.settings}).run.outcome.coefficients;
  ASSERT_EQ(kept.size(), 2U);
  ASSERT_EQ(found.size(), 2U);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    EXPECT_EQ(kept[i].name, found[i].name);
    EXPECT_EQ(kept[i].mean, found[i].mean);
    EXPECT_EQ(kept[i].q95, found[i].q95);
  }
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
