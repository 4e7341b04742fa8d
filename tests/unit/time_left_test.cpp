// The estimate of the time that is left, on runs that are played to it: what happens when is decided here.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include <lehr/api/time_left.hpp>
#include <lehr/samplers/fit.hpp>

namespace lehr {
namespace {

/// A run as it really goes.
struct Play {
  FitCost cost;
  std::size_t threads = 4;
  double evaluation = 1;  // seconds of one on a thread
  double learning = 0;
  double iteration = 1;
  double ending = 0;
  double effective_share = 0.75;                                   // of the draws
  std::function<double(double)> speed = [](double) { return 1; };  // of the machine, at a time
};

struct Line {
  double at;    // seconds since the beginning
  double told;  // the time left
  double real;
};

/// Plays a run event by event, in the order in which a fit of so many threads has them, with lines as a log has them.
class Player {
 public:
  explicit Player(Play play) : play_(std::move(play)), left_(play_.cost, 0) {}

  std::vector<Line> run() {
    const FitCost& cost = play_.cost;
    const std::vector<std::size_t> rounds = {cost.evaluations / 2, cost.evaluations};
    std::size_t from = 0;
    for (const std::size_t to : rounds) {
      play_blocks([&](std::size_t c, const auto& step) {
        for (std::size_t i = from; i < to; ++i) {
          const bool known = c < cost.known_evaluations.size() && i < cost.known_evaluations[c];
          step({c, ChainPhase::warm_up, i, cost.evaluations, false, {}}, known ? 0 : play_.evaluation, true);
        }
      });
      from = to;
    }
    pass(play_.learning);
    std::vector<std::size_t> draws(cost.chains, 0);
    play_blocks([&](std::size_t c, const auto& step) {
      if (c < cost.known_draws.size()) draws[c] = cost.known_draws[c];
      for (std::size_t i = 1; draws[c] == 0 && i <= cost.settling; ++i) {
        step({c, ChainPhase::settling, i, cost.settling, false, {}}, play_.iteration, false);
      }
      step({c, ChainPhase::sampling, draws[c], cost.most_draws, false, {}}, 0, false);
    });
    const std::size_t end = end_of_draws();
    while (draws.front() < end) {
      const std::size_t goal = std::min(draws.front() + 10, end);
      play_blocks([&](std::size_t c, const auto& step) {
        while (draws[c] < goal) {
          ++draws[c];
          const double seconds = play_.iteration * static_cast<double>(cost.thin);
          step({c, ChainPhase::sampling, draws[c], cost.most_draws, false, {}}, seconds, false);
        }
      });
      if (cost.goal) {
        const auto made = static_cast<double>(draws.front() * cost.chains);
        left_.take_effective(made, play_.effective_share * made);
      }
    }
    pass(play_.ending);
    for (Line& line : lines_) line.real = now_ - line.at;
    return lines_;
  }

 private:
  struct Event {
    double at;
    ChainProgress progress;
  };

  std::size_t end_of_draws() const {
    const FitCost& cost = play_.cost;
    std::size_t look = cost.most_draws;
    if (cost.goal) {
      look = next_look(1, cost.most_draws);
      while (look < cost.most_draws &&
             static_cast<double>(look * cost.chains) * play_.effective_share < static_cast<double>(*cost.goal)) {
        look = next_look(look + 1, cost.most_draws);
      }
    }
    return look;
  }

  /// Chains are blocks of work: a thread takes the next one when it is done with its own.
  template <class Work>
  void play_blocks(const Work& work) {
    std::vector<double> free(play_.threads, now_);
    std::vector<Event> events;
    for (std::size_t c = 0; c < play_.cost.chains; ++c) {
      double& clock = *std::min_element(free.begin(), free.end());
      work(c, [&](const ChainProgress& progress, double seconds, bool before) {
        if (before) events.push_back({clock, progress});
        clock += seconds / play_.speed(clock);
        if (!before) events.push_back({clock, progress});
      });
    }
    std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) { return a.at < b.at; });
    for (const Event& event : events) {
      advance(event.at);
      left_.take(event.at, event.progress);
    }
    advance(*std::max_element(free.begin(), free.end()));
  }

  void pass(double seconds) { advance(now_ + seconds / play_.speed(now_)); }

  void advance(double to) {
    for (; next_line_ <= to; next_line_ += seconds_between_lines(next_line_)) {
      if (const auto told = left_.told(next_line_)) lines_.push_back({next_line_, *told, 0});
    }
    now_ = std::max(now_, to);
  }

  Play play_;
  TimeLeft left_;
  double now_ = 0;
  double next_line_ = 2;
  std::vector<Line> lines_;
};

/// Four chains with 125 evaluations and at most 4000 draws, and a goal of 400.
Play usual() {
  Play play;
  play.cost = {.parameters = 2,
               .chains = 4,
               .at_once = 4,
               .evaluations = 125,
               .settling = 20,
               .most_draws = 4000,
               .goal = 400,
               .effective_share = 0.75,
               .evaluation_seconds = 1,
               .learning_seconds = 10,
               .iteration_seconds = 1,
               .ending_seconds = 20};
  play.learning = 10;
  play.ending = 20;
  return play;
}

/// The rule: from a tenth of the run on, a line is at most half larger than the one before.
void expect_no_leap(const std::vector<Line>& lines) {
  ASSERT_GT(lines.size(), 5U);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].at < 0.1 * (lines[i].at + lines[i].real)) continue;
    EXPECT_LE(lines[i].told, 1.5 * std::max(lines[i - 1].told, 1.0) + 1e-9) << "after " << lines[i].at << " s";
  }
}

/// Every line between these shares of the run is right to a factor, give or take some seconds.
void expect_right(const std::vector<Line>& lines, double factor, double from, double to = 0.95) {
  std::size_t looked_at = 0;
  for (const Line& line : lines) {
    const double share = line.at / (line.at + line.real);
    if (share < from || share > to) continue;
    ++looked_at;
    EXPECT_LT(line.told, factor * line.real + 10) << "after " << line.at << " s";
    EXPECT_GT(line.told, line.real / factor - 10) << "after " << line.at << " s";
  }
  EXPECT_GT(looked_at, 1U);
}

TEST(TimeLeft, IsTheSumOfAllWorkBeforeTheRun) {
  const TimeLeft left(usual().cost, 100);
  // 400 / 0.75 / 4 = 133 draws, so the look at 156; a chance of 15 % that it goes on to 195.
  EXPECT_EQ(left.draws(), 156U);
  EXPECT_NEAR(*left.at(100), 125 + 10 + (20 + 156 + 0.15 * 39) + 20, 1e-9);
}

TEST(TimeLeft, WithoutAGoalTheDrawsAreThoseAskedFor) {
  FitCost cost = usual().cost;
  cost.goal.reset();
  cost.most_draws = 1000;
  cost.thin = 3;
  EXPECT_NEAR(*TimeLeft(cost, 0).at(0), 125 + 10 + 20 + 3000 + 20, 1e-9);
}

TEST(TimeLeft, ExpectsFewerChainsAtOnceToTakeLonger) {
  FitCost cost = usual().cost;
  const double four = *TimeLeft(cost, 0).at(0) - 30;
  cost.at_once = 1;
  EXPECT_NEAR(*TimeLeft(cost, 0).at(0) - 30, 4 * four, 1e-9);
}

TEST(TimeLeft, IsNotKnownWhereNothingCouldBeMeasured) {
  FitCost cost = usual().cost;
  cost.evaluation_seconds = cost.iteration_seconds = 0;
  EXPECT_FALSE(TimeLeft(cost, 0).at(0));
  cost.time_limit = 50;
  EXPECT_EQ(TimeLeft(cost, 0).at(10), 40) << "but for a limit";
}

TEST(TimeLeft, IsRightAllAlongWhereTheExpectationIs) {
  const std::vector<Line> lines = Player(usual()).run();
  expect_no_leap(lines);
  expect_right(lines, 1.15, 0);
}

TEST(TimeLeft, CountsChainsThatWaitForAThread) {
  for (const std::size_t threads : {1U, 2U, 3U}) {
    Play play = usual();
    play.threads = threads;
    const std::size_t rounds = (4 + threads - 1) / threads;
    play.cost.at_once = 4.0 / static_cast<double>(rounds);
    const std::vector<Line> lines = Player(play).run();
    expect_no_leap(lines);
    // On three threads three chains go on at once, and then one alone.
    expect_right(lines, threads == 3 ? 1.5 : 1.25, 0);
  }
}

TEST(TimeLeft, SoonLearnsThatTheExpectationIsWrong) {
  for (const double wrong : {0.2, 5.0}) {
    Play play = usual();
    play.evaluation = play.iteration = wrong;
    play.learning *= wrong;
    play.ending *= wrong;
    const std::vector<Line> lines = Player(play).run();
    expect_no_leap(lines);
    expect_right(lines, 1.4, 0.1);
  }
}

TEST(TimeLeft, DoesNotLeapWhereDrawsCostMoreThanExpected) {
  Play play = usual();
  play.iteration = 4;  // of which warm-up says nothing
  const std::vector<Line> lines = Player(play).run();
  expect_no_leap(lines);
  expect_right(lines, 1.5, 0.5);
}

TEST(TimeLeft, FollowsTheEffectiveDraws) {
  for (const double share : {0.2, 0.4, 1.0}) {
    Play play = usual();
    play.effective_share = share;
    const std::vector<Line> lines = Player(play).run();
    expect_no_leap(lines);
    expect_right(lines, 1.6, 0.6);
  }
}

TEST(TimeLeft, AGoalOutOfReachEndsAtTheMostDraws) {
  Play play = usual();
  play.effective_share = 0.01;
  const std::vector<Line> lines = Player(play).run();
  expect_no_leap(lines);
  expect_right(lines, 1.2, 0.3);
}

TEST(TimeLeft, ASlowMachineInTheMiddleMakesItGrowSlowly) {
  Play play = usual();
  play.cost.goal.reset();
  play.cost.most_draws = 1000;
  play.speed = [](double time) { return time > 300 && time < 800 ? 0.1 : 1.0; };
  const std::vector<Line> lines = Player(play).run();
  expect_no_leap(lines);
  expect_right(lines, 3, 0.5);
  expect_right(lines, 2, 0.7);
}

TEST(TimeLeft, AResumedWarmUpTakesWhatIsKnownForNothing) {
  Play play = usual();
  play.threads = 2;
  play.cost.at_once = 2;
  play.cost.known_evaluations = {60, 62, 40, 0};
  const TimeLeft before(play.cost, 0);
  EXPECT_NEAR(*before.at(0), (65 + 63 + 85 + 125) / 2.0 + 10 + 4 * (20 + 156 + 0.15 * 39) / 2 + 20, 1e-9);
  const std::vector<Line> lines = Player(play).run();
  expect_no_leap(lines);
  expect_right(lines, 1.5, 0);
}

TEST(TimeLeft, AResumedRunOfDrawsBeginsWithTheDrawsThatAreMissing) {
  Play play = usual();
  play.cost.goal.reset();
  play.cost.most_draws = 500;
  play.cost.known_evaluations = {125, 125, 125, 125};
  play.cost.known_draws = {300, 300, 300, 300};
  EXPECT_NEAR(*TimeLeft(play.cost, 0).at(0), 10 + 200 + 20, 1e-9);
  const std::vector<Line> lines = Player(play).run();
  expect_no_leap(lines);
  expect_right(lines, 1.2, 0);
}

TEST(TimeLeft, GoesOnWhileNothingIsTold) {
  FitCost cost = usual().cost;
  cost.learning_seconds = 100;
  TimeLeft left(cost, 0);
  for (std::size_t i = 0; i < 125; ++i) {
    for (std::size_t c = 0; c < 4; ++c) {
      left.take(static_cast<double>(i), {c, ChainPhase::warm_up, i, 125, false, {}});
    }
  }
  const double last = *left.at(124);
  EXPECT_NEAR(*left.at(174), last - 50, 1e-9) << "what is learned is told by nobody";
  EXPECT_NEAR(*left.at(1000), last - 102, 1) << "but it does not run ahead";
}

TEST(TimeLeft, IsNeverLongerThanTheLimit) {
  Play play = usual();
  play.cost.time_limit = 100;
  TimeLeft left(play.cost, 50);
  EXPECT_EQ(*left.at(50), 100);
  EXPECT_EQ(*left.at(90), 60);
  EXPECT_EQ(*left.at(200), 0);
}

TEST(TimeLeft, LinesOfALogBackOffFromFiveSecondsToTenMinutes) {
  EXPECT_EQ(seconds_between_lines(0), 5);
  EXPECT_EQ(seconds_between_lines(25), 5);
  EXPECT_EQ(seconds_between_lines(100), 20);
  EXPECT_EQ(seconds_between_lines(3000), 600);
  EXPECT_EQ(seconds_between_lines(1e6), 600);
}

}  // namespace
}  // namespace lehr
