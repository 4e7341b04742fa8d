#include <lehr/base/confined_child.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <thread>

#include <gtest/gtest.h>

namespace lehr {
namespace {

constexpr ChildLimits kLimits = {.memory_bytes = 1 << 28, .seconds = 1, .files = 1};

/// How a child ends that does this and then says so.
std::string end_of(const std::function<void()>& deed) {
  ConfinedChild child(kLimits, [&](Channel& channel) {
    deed();
    channel.put(std::uint64_t{1});
  });
  try {
    child.channel().take_number();
  } catch (const ChannelClosed&) {
    return child.how_it_ended();
  }
  return "came to its end";
}

/// What a child answers to a question.
std::uint64_t answer_of(const std::function<std::uint64_t()>& question) {
  ConfinedChild child(kLimits, [&](Channel& channel) { channel.put(question()); });
  return child.channel().take_number();
}

TEST(ConfinedChild, NumbersAndTextsGoBothWays) {
  ConfinedChild child(kLimits, [](Channel& channel) {
    const std::vector<double> numbers = channel.take_numbers(1 << 24);
    channel.put(channel.take_text(10) + "!");
    channel.put(numbers);
  });
  const std::vector<double> many(1 << 20, 1.0 / 3);  // far more than a socket holds
  child.channel().put(many);
  child.channel().put(std::string_view("hello"));
  EXPECT_EQ(child.channel().take_text(10), "hello!");
  EXPECT_EQ(child.channel().take_numbers(1 << 24), many);
}

TEST(ConfinedChild, MoreThanTheReceiverTakesCountsAsTheEnd) {
  ConfinedChild child(kLimits, [](Channel& channel) { channel.put(std::uint64_t{1} << 60); });
  EXPECT_THROW(child.channel().take_numbers(1 << 20), ChannelClosed);
  EXPECT_EQ(child.how_it_ended(), "ended too early");
  EXPECT_THROW(child.channel(), ChannelClosed);
  EXPECT_EQ(child.how_it_ended(), "ended before");
}

TEST(ConfinedChild, ACrashIsTold) {
  EXPECT_EQ(end_of([] { raise(SIGSEGV); }), "ended with \"Segmentation fault\"");
  EXPECT_EQ(end_of([] { std::abort(); }), "ended with \"Aborted\"");
  EXPECT_EQ(end_of([] { throw 1; }), "ended too early");
  EXPECT_EQ(end_of([] {}), "came to its end");
}

TEST(ConfinedChild, AnEndlessLoopIsEnded) {
  const auto loop = [] {
    for (volatile bool on = true; on;) {
    }
  };
  EXPECT_EQ(end_of(loop), "took more than 1 seconds");
}

TEST(ConfinedChild, OneThatWaitsForNothingIsEnded) {
  const ChildLimits limits = {.memory_bytes = 1 << 28, .seconds = 1, .idle_seconds = 2, .files = 1};
  ConfinedChild child(limits, [](Channel&) { pause(); });
  EXPECT_THROW(child.channel().take_number(), ChannelClosed);
  EXPECT_EQ(child.how_it_ended(), "stood still for 2 seconds");
}

TEST(ConfinedChild, OneThatIsSlowIsWaitedFor) {
  const ChildLimits limits = {.memory_bytes = 1 << 28, .seconds = 1, .idle_seconds = 2, .files = 1};
  ConfinedChild child(limits, [](Channel& channel) {
    for (int i = 0; i < 35; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    channel.put(std::uint64_t{7});
  });
  EXPECT_EQ(child.channel().take_number(), 7U);
}

TEST(ConfinedChild, EachPieceOfWorkHasTheWholeTime) {
  EXPECT_EQ(answer_of([] {
              for (int piece = 0; piece < 3; ++piece) {
                ConfinedChild::begin_piece(kLimits);
                const std::clock_t end = std::clock() + CLOCKS_PER_SEC * 7 / 10;
                while (std::clock() < end) {
                }
              }
              return std::uint64_t{3};
            }),
            3U);
}

TEST(ConfinedChild, MemoryIsLimited) {
  const auto gets = [](std::size_t bytes) {
    return answer_of([=] {
      void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      return std::uint64_t{memory != MAP_FAILED};
    });
  };
  EXPECT_EQ(gets(std::size_t{1} << 26), 1U);
  EXPECT_EQ(gets(std::size_t{1} << 30), 0U);
}

TEST(ConfinedChild, ItHasNoFileOfItsParentAndCanOpenOnlySoMany) {
  const int of_parent = fcntl(STDIN_FILENO, F_DUPFD, 10);
  ASSERT_GE(of_parent, 10);
  EXPECT_EQ(answer_of([&] { return std::uint64_t{fcntl(of_parent, F_GETFD) < 0}; }), 1U);
  EXPECT_EQ(answer_of([] {
              const bool first = open("/dev/zero", O_RDONLY) >= 0;
              const bool second = open("/dev/zero", O_RDONLY) >= 0;
              return std::uint64_t{first && !second};
            }),
            1U);
  close(of_parent);
}

TEST(ConfinedChild, ItWorksBesideOtherThreads) {
  std::jthread other([](const std::stop_token& stop) {
    while (!stop.stop_requested()) std::make_unique<std::string>(1000, ' ');
  });
  for (std::uint64_t i = 0; i < 100; ++i) {
    ASSERT_EQ(answer_of([&] { return std::vector<std::uint64_t>(1000, i).back(); }), i);
  }
}

TEST(ConfinedChild, NobodyWaitsForAChildThatIsNotNeededAnyMore) {
  const ConfinedChild child({.memory_bytes = 1 << 28, .seconds = 1000, .files = 1},
                            [](Channel& channel) { channel.take_number(); });
}

}  // namespace
}  // namespace lehr
