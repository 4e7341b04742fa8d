#include <lehr/base/confined_child.hpp>

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <thread>

#include <gtest/gtest.h>

#include <lehr/base/errors.hpp>
#include <unit/scratch_folder.hpp>

namespace lehr {
namespace {

constexpr ChildLimits kLimits = {
    .memory_bytes = 1 << 28, .seconds = 1, .waiting_seconds = 100, .silent_seconds = 50, .files = 1};
constexpr ChildLimits kTwoSecondsSilent = {
    .memory_bytes = 1 << 28, .seconds = 1, .waiting_seconds = 100, .silent_seconds = 2, .files = 1};

/// A child that does one of the deeds of support/programs/confined_deeds.cpp and then says 1.
class Doer {
 public:
  explicit Doer(std::string_view deed, const ChildLimits& limits = kLimits)
      : child((std::filesystem::read_symlink("/proc/self/exe").parent_path() / "confined_deeds").string(), limits) {
    child.channel().put(deed);
  }

  ConfinedChild child;
};

std::string end_of(Doer&& doer) {
  try {
    while (doer.child.channel().take_number() != 1) {
    }
  } catch (const ChannelClosed&) {
    return doer.child.how_it_ended();
  }
  return "came to its end";
}

std::uint64_t answer_of(std::string_view deed) { return Doer(deed).child.channel().take_number(); }

std::string refusal_of(const std::string& program) {
  try {
    const ConfinedChild child(program, kTwoSecondsSilent);
  } catch (const RunError& error) {
    return error.what();
  }
  return "";
}

TEST(ConfinedChild, NumbersAndTextsGoBothWays) {
  Doer doer("echo");
  Channel& channel = doer.child.channel();
  const std::vector<double> many(1 << 20, 1.0 / 3);  // far more than a socket holds
  channel.put(many);
  channel.put(std::string_view("hello"));
  EXPECT_EQ(channel.take_text(10), "hello!");
  EXPECT_EQ(channel.take_numbers(1 << 24), many);
}

TEST(ConfinedChild, MoreThanTheReceiverTakesCountsAsTheEnd) {
  Doer doer("announce too much");
  EXPECT_THROW(doer.child.channel().take_numbers(1 << 20), ChannelClosed);
  EXPECT_EQ(doer.child.how_it_ended(), "ended too early");
  EXPECT_THROW(doer.child.channel(), ChannelClosed);
  EXPECT_EQ(doer.child.how_it_ended(), "ended before");
}

TEST(ConfinedChild, ACrashIsTold) {
  EXPECT_EQ(end_of(Doer("crash")), "ended with \"Segmentation fault\"");
  EXPECT_EQ(end_of(Doer("abort")), "ended with \"Aborted\"");
  EXPECT_EQ(end_of(Doer("throw")), "ended too early");
  EXPECT_EQ(end_of(Doer("nothing")), "came to its end");
}

TEST(ConfinedChild, AnEndlessLoopIsEnded) { EXPECT_EQ(end_of(Doer("loop")), "took more than 1 seconds"); }

TEST(ConfinedChild, OneThatWaitsForNothingIsEnded) {
  EXPECT_EQ(end_of(Doer("pause", kTwoSecondsSilent)), "sent nothing for 2 seconds");
}

TEST(ConfinedChild, OneThatSendsNowAndThenIsWaitedFor) {
  Doer doer("trickle a little", kTwoSecondsSilent);
  for (std::uint64_t i = 0; i < 7; ++i) EXPECT_EQ(doer.child.channel().take_number(), i);
}

TEST(ConfinedChild, OneThatSendsNowAndThenForEverIsEnded) {
  ChildLimits limits = kLimits;
  limits.waiting_seconds = 2;
  Doer doer("trickle for ever", limits);
  EXPECT_THROW(for (std::uint64_t i = 0; i < 1000; ++i) doer.child.channel().take_number(), ChannelClosed);
  EXPECT_EQ(doer.child.how_it_ended(), "took more than 2 seconds on the clock");
}

TEST(ConfinedChild, EachPieceOfWorkHasTheWholeTime) { EXPECT_EQ(end_of(Doer("work in pieces")), "came to its end"); }

TEST(ConfinedChild, MemoryIsLimited) {
  EXPECT_EQ(answer_of("get 64 MB"), 1U);
  EXPECT_EQ(answer_of("get 1 GB"), 0U);
}

TEST(ConfinedChild, ItHasNoFileOfItsParentAndCanOpenOnlySoMany) {
  const int of_parent = fcntl(STDIN_FILENO, F_DUPFD, 10);
  ASSERT_GE(of_parent, 10);
  Doer doer("has file");
  doer.child.channel().put(static_cast<std::uint64_t>(of_parent));
  EXPECT_EQ(doer.child.channel().take_number(), 0U);
  EXPECT_EQ(answer_of("opens one file only"), 1U);
  close(of_parent);
}

TEST(ConfinedChild, ItWritesNoFile) {
  const ScratchFolder folder;
  put_bytes(folder / "file", "old");
  auto* const before = std::signal(SIGXFSZ, SIG_IGN);  // as Python has it
  Doer doer("write");
  doer.child.channel().put(std::string_view(folder / "file"));
  EXPECT_THROW(doer.child.channel().take_number(), ChannelClosed);
  EXPECT_EQ(doer.child.how_it_ended(), "tried to write a file");
  EXPECT_EQ(bytes_of(folder / "file"), "old");
  std::signal(SIGXFSZ, before);
}

TEST(ConfinedChild, ItCannotTakeItsLimitsBack) { EXPECT_EQ(answer_of("can take limits back"), 0U); }

TEST(ConfinedChild, ItHeedsNoSignalThatIsMeantForItsParent) {
  EXPECT_EQ(end_of(Doer("raise signals for parents")), "came to its end");
}

TEST(ConfinedChild, ItWorksWhereStandardStreamsAreClosed) {
  const int input = dup(STDIN_FILENO);
  const int output = dup(STDOUT_FILENO);
  close(STDIN_FILENO);
  close(STDOUT_FILENO);  // the channel has the numbers of both
  const std::string end = end_of(Doer("nothing"));
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  close(input);
  close(output);
  EXPECT_EQ(end, "came to its end");
}

int forks = 0;  // seen by the handler below

/// A threaded BLAS waits in such a handler for its threads.
TEST(ConfinedChild, NoHandlerOfAForkIsCalled) {
  pthread_atfork([] { ++forks; }, nullptr, nullptr);
  EXPECT_EQ(end_of(Doer("nothing")), "came to its end");
  EXPECT_EQ(forks, 0);
}

TEST(ConfinedChild, ItWorksBesideOtherThreads) {
  std::jthread other([](const std::stop_token& stop) {
    while (!stop.stop_requested()) std::make_unique<std::string>(1000, ' ');
  });
  for (int i = 0; i < 100; ++i) ASSERT_EQ(end_of(Doer("nothing")), "came to its end");
}

TEST(ConfinedChild, NobodyWaitsForAChildThatIsNotNeededAnyMore) {
  const Doer doer("pause", {.memory_bytes = 1 << 28, .seconds = 1000, .files = 1});
}

TEST(ConfinedChild, AProgramThatIsNoneOfOursIsRefused) {
  const ScratchFolder folder;
  EXPECT_EQ(refusal_of(folder / "none"),
            "the program '" + (folder / "none") + "' cannot be started: No such file or directory");
  EXPECT_EQ(refusal_of("/bin/true"), "the program '/bin/true' does not work: it ended too early");
  EXPECT_EQ(refusal_of("/bin/cat"), "the program '/bin/cat' does not work: it sent nothing for 2 seconds");
}

TEST(ConfinedChild, AProgramOfAnotherVersionIsRefused) {
  const ScratchFolder folder;
  const std::string old = folder / "old";
  put_bytes(old, "#!/bin/sh\nprintf '\\005\\0\\0\\0\\0\\0\\0\\0000.0.1' >&0\nsleep 9\n");
  std::filesystem::permissions(old, std::filesystem::perms::owner_all);
  EXPECT_NE(refusal_of(old).find("is of lehr 0.0.1, and this is lehr "), std::string::npos) << refusal_of(old);
}

}  // namespace
}  // namespace lehr
