#include <lehr/journal/journal.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstring>
#include <limits>
#include <map>
#include <thread>

#include <gtest/gtest.h>

#include <lehr/files/crc32.hpp>
#include <unit/file_size_limit.hpp>
#include <unit/input_error.hpp>
#include <unit/scratch_folder.hpp>

namespace lehr {
namespace {

constexpr std::size_t kFileHead = 16;
constexpr std::size_t kRecordHead = 32;

struct Kept {
  JournalKey key;
  std::string bytes;
  bool operator==(const Kept&) const = default;
};

JournalVisitor keep_in(std::vector<Kept>& kept) {
  return [&kept](const JournalRecord& record) { kept.push_back({record.key, std::string(record.bytes)}); };
}

std::vector<Kept> records_of(const std::string& path) {
  std::vector<Kept> kept;
  read_journal(path, keep_in(kept));
  return kept;
}

const JournalVisitor kIgnore = [](const JournalRecord&) {};

/// A journal with three records, the last of them long enough to be torn in many ways.
std::string three_records(const std::string& path) {
  JournalWriter journal = JournalWriter::begin(path);
  journal.append({.kind = 1}, "the head");
  journal.append({.kind = 2, .chain = 3, .index = 4}, std::vector<double>{1.5, -2.5});
  journal.append({.kind = 2, .chain = 0, .index = 1}, std::vector<double>{0.1, 0.2, 0.3, 0.4});
  return bytes_of(path);
}

TEST(Journal, GivesBackWhatWasAppended) {
  const ScratchFolder folder;
  const std::vector<double> numbers = {0.1, -0.0, std::numeric_limits<double>::infinity(), 5e-324};
  {
    JournalWriter journal = JournalWriter::begin(folder / "j");
    journal.append({.kind = 7}, std::string_view("a\0b", 3));
    journal.append({.kind = 8, .chain = 4000000000, .index = 1ULL << 60}, numbers);
    journal.append({.kind = 9}, "");
  }
  std::vector<Kept> kept;
  std::vector<double> read_back;
  const JournalEnd end = read_journal(folder / "j", [&](const JournalRecord& record) {
    keep_in(kept)(record);
    if (record.key.kind == 8) read_back = record.numbers();
  });
  ASSERT_EQ(kept.size(), 3);
  EXPECT_EQ(kept[0], (Kept{{.kind = 7}, std::string("a\0b", 3)}));
  EXPECT_EQ(kept[1].key, (JournalKey{8, 4000000000, 1ULL << 60}));
  EXPECT_EQ(kept[2], (Kept{{.kind = 9}, ""}));
  EXPECT_EQ(read_back, numbers);
  EXPECT_TRUE(std::signbit(read_back[1]));
  EXPECT_FALSE(end.is_torn());
  EXPECT_EQ(end.file_bytes, kFileHead + 3 * kRecordHead + 3 + 32);
}

TEST(Journal, RefusesToReadTextAsNumbers) {
  EXPECT_NE(input_error([] { JournalRecord{{}, "seven b"}.numbers(); }).find("numbers"), std::string::npos);
}

TEST(Journal, LosesOnlyTheLastRecordWhereverItIsTornAndGoesOnFromThere) {
  const ScratchFolder folder;
  const std::string path = folder / "j";
  const std::string whole = three_records(path);
  const std::vector<Kept> all = records_of(path);
  const std::size_t last = whole.size() - kRecordHead - 32;
  for (std::size_t length = last; length < whole.size(); ++length) {
    put_bytes(path, whole.substr(0, length));
    std::vector<Kept> kept;
    const JournalEnd end = read_journal(path, keep_in(kept));
    ASSERT_EQ(end.intact_bytes, last) << length;
    ASSERT_EQ(end.is_torn(), length != last);
    ASSERT_EQ(kept, std::vector<Kept>(all.begin(), all.begin() + 2));

    JournalWriter::resume(path, kIgnore).append(all[2].key, all[2].bytes);
    ASSERT_EQ(bytes_of(path), whole) << length;
  }
}

TEST(Journal, SurvivesADeathInsideItsFirstBytes) {
  const ScratchFolder folder;
  const std::string path = folder / "j";
  const std::string whole = three_records(path);
  for (std::size_t length = 0; length < kFileHead; ++length) {
    put_bytes(path, whole.substr(0, length));
    EXPECT_EQ(read_journal(path, kIgnore).intact_bytes, 0);
    JournalWriter::resume(path, kIgnore).append({.kind = 1}, "the head");
    ASSERT_EQ(bytes_of(path), whole.substr(0, kFileHead + kRecordHead + 8)) << length;
  }
}

TEST(Journal, TakesZerosAtTheEndForATornRecord) {
  const ScratchFolder folder;
  const std::string whole = three_records(folder / "j");
  put_bytes(folder / "j", whole + std::string(100000, '\0'));
  EXPECT_EQ(read_journal(folder / "j", kIgnore).intact_bytes, whole.size());
}

TEST(Journal, SeesEveryFlippedBit) {
  const ScratchFolder folder;
  const std::string path = folder / "j";
  const std::string whole = three_records(path);
  const std::size_t last = whole.size() - kRecordHead - 32;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
      put_bytes(path, damaged);
      if (at < last) {
        ASSERT_THROW(read_journal(path, kIgnore), InputError) << at;
        ASSERT_THROW(JournalWriter::resume(path, kIgnore), InputError) << at;
        ASSERT_EQ(bytes_of(path), damaged) << "a refused journal must stay as it is";
      } else {
        ASSERT_EQ(read_journal(path, kIgnore).intact_bytes, last) << at;
      }
    }
  }
}

TEST(Journal, SaysWhereItIsDamaged) {
  const ScratchFolder folder;
  std::string bytes = three_records(folder / "j");
  bytes[kFileHead + kRecordHead] ^= 1;
  put_bytes(folder / "j", bytes);
  const std::string message = input_error([&] { read_journal(folder / "j", kIgnore); });
  EXPECT_NE(message.find("/j' is damaged at byte 16"), std::string::npos) << message;
}

TEST(Journal, RefusesWhatIsNoJournal) {
  const ScratchFolder folder;
  put_bytes(folder / "csv", "a,b,label\n1,2,3\n4,5,6\n");
  put_bytes(folder / "short", "a,b");
  std::string newer = three_records(folder / "newer");
  newer[8] = 9;
  put_bytes(folder / "newer", newer);
  EXPECT_NE(input_error([&] { read_journal(folder / "csv", kIgnore); }).find("not a journal"), std::string::npos);
  EXPECT_NE(input_error([&] { read_journal(folder / "short", kIgnore); }).find("not a journal"), std::string::npos);
  EXPECT_NE(input_error([&] { read_journal(folder / "newer", kIgnore); }).find("damaged"), std::string::npos);
  EXPECT_THROW(read_journal(folder / "missing", kIgnore), InputError);
  EXPECT_THROW(JournalWriter::resume(folder / "missing", kIgnore), InputError);
  EXPECT_THROW(read_journal(folder / ".", kIgnore), InputError);
  EXPECT_THROW(read_journal("/dev/zero", kIgnore), InputError);
  EXPECT_EQ(bytes_of(folder / "csv"), "a,b,label\n1,2,3\n4,5,6\n");
}

TEST(Journal, SaysWhichVersionItIsOfWhereThatIsAnother) {
  const ScratchFolder folder;
  std::string bytes = three_records(folder / "old");
  const std::uint32_t version = 1;
  std::memcpy(bytes.data() + 8, &version, sizeof version);
  const std::uint32_t crc = crc32(bytes.substr(0, kFileHead - sizeof crc));
  std::memcpy(bytes.data() + kFileHead - sizeof crc, &crc, sizeof crc);
  put_bytes(folder / "old", bytes);
  const std::string message = input_error([&] { read_journal(folder / "old", kIgnore); });
  EXPECT_NE(message.find("is a journal of version 1"), std::string::npos) << message;
  EXPECT_NE(message.find("finish it with the program that began it"), std::string::npos) << message;
}

TEST(Journal, HasOneWriterAtATime) {
  const ScratchFolder folder;
  {
    JournalWriter first = JournalWriter::begin(folder / "j");
    first.append({.kind = 1}, "kept");
    EXPECT_THROW(JournalWriter::begin(folder / "j"), RunError);
    EXPECT_THROW(JournalWriter::resume(folder / "j", kIgnore), RunError);
  }
  EXPECT_EQ(records_of(folder / "j").size(), 1);
  EXPECT_NO_THROW(JournalWriter::resume(folder / "j", kIgnore));
}

TEST(Journal, KeepsItsRecordsWhenTheDiskIsFull) {
  const ScratchFolder folder;
  {
    JournalWriter journal = JournalWriter::begin(folder / "j");
    journal.append({.kind = 1}, "kept");
    {
      const FileSizeLimit limit(1000);
      EXPECT_THROW(journal.append({.kind = 2}, std::string(5000, 'x')), RunError);
      EXPECT_EQ(bytes_of(folder / "j").size(), kFileHead + kRecordHead + 4);
    }
    journal.append({.kind = 3}, "kept too");
  }
  EXPECT_EQ(records_of(folder / "j").size(), 2);
}

TEST(Journal, LeavesNothingWhereItCannotBegin) {
  const ScratchFolder folder;
  const FileSizeLimit limit(8);
  EXPECT_THROW(JournalWriter::begin(folder / "j"), RunError);
  EXPECT_EQ(folder.files(), 0);
  EXPECT_THROW(JournalWriter::begin(folder / "no/such/folder"), RunError);
}

TEST(Journal, NoticesThatItWasDeletedOrShortened) {
  const ScratchFolder folder;
  JournalWriter deleted = JournalWriter::begin(folder / "deleted");
  std::filesystem::remove(folder / "deleted");
  EXPECT_THROW(deleted.append({}, "lost"), RunError);
  JournalWriter shortened = JournalWriter::begin(folder / "shortened");
  shortened.append({}, "a record");
  std::filesystem::resize_file(folder / "shortened", 20);
  EXPECT_THROW(shortened.append({}, "lost"), RunError);
}

TEST(Journal, IsGoneAfterRemove) {
  const ScratchFolder folder;
  JournalWriter journal = JournalWriter::begin(folder / "j");
  journal.remove();
  EXPECT_EQ(folder.files(), 0);
  EXPECT_THROW(journal.append({}, "late"), RunError);
}

TEST(Journal, TakesRecordsFromManyThreads) {
  const ScratchFolder folder;
  constexpr std::uint32_t kThreads = 4;
  constexpr std::uint64_t kRecords = 500;
  {
    JournalWriter journal = JournalWriter::begin(folder / "j");
    std::vector<std::jthread> threads;
    for (std::uint32_t chain = 0; chain < kThreads; ++chain) {
      threads.emplace_back([&journal, chain] {
        for (std::uint64_t i = 0; i < kRecords; ++i) {
          journal.append({.kind = 1, .chain = chain, .index = i}, std::vector<double>(i % 7, double(chain)));
        }
      });
    }
  }
  std::map<std::uint32_t, std::uint64_t> next;
  read_journal(folder / "j", [&](const JournalRecord& record) {
    EXPECT_EQ(record.key.index, next[record.key.chain]++);
    EXPECT_EQ(record.numbers(), std::vector<double>(record.key.index % 7, double(record.key.chain)));
  });
  EXPECT_EQ(next, (std::map<std::uint32_t, std::uint64_t>{{0, 500}, {1, 500}, {2, 500}, {3, 500}}));
}

TEST(Journal, SurvivesTheDeathOfItsProcess) {
  const ScratchFolder folder;
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    JournalWriter journal = JournalWriter::begin(folder / "j");
    for (std::uint64_t i = 0; i < 10; ++i) journal.append({.kind = 1, .index = i}, "draw");
    raise(SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(records_of(folder / "j").size(), 10);
  EXPECT_NO_THROW(JournalWriter::resume(folder / "j", kIgnore)) << "the lock died with its process";
}

}  // namespace
}  // namespace lehr
