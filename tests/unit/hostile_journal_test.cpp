#include <gtest/gtest.h>

#include <lehr/api/open_run.hpp>
#include <lehr/journal/fit_journal.hpp>
#include <lehr/journal/fit_records.hpp>
#include <lehr/run/run_info_json.hpp>
#include <unit/example_run.hpp>
#include <unit/input_error.hpp>
#include <unit/scratch_folder.hpp>

namespace lehr {
namespace {

using namespace fit_records;  // NOLINT(google-build-using-namespace)
using Numbers = std::vector<double>;

/// Flag, log prior, log estimate, iteration of the random numbers, sizes of log theta, t, f and alpha, then these four.
const Numbers kDraw = {1, -2, -3, 7, 2, 3, 3, 3, 0.5, 0.25, 1, -1, 1, 1, -1, 1, 0.1, 0.2, 0.3};

/// Sizes that fit together, but not this run.
Numbers with_sizes(double parameters, double state, double latent, double alpha) {
  Numbers numbers = {1, -2, -3, 7, parameters, state, latent, alpha};
  numbers.resize(numbers.size() + static_cast<std::size_t>(parameters + state + latent + alpha), 0.5);
  return numbers;
}

struct Record {
  JournalKey key;
  Numbers numbers = kDraw;
};

Numbers changed(std::size_t place, double value) {
  Numbers numbers = kDraw;
  numbers[place] = value;
  return numbers;
}

class HostileJournal : public testing::Test {
 protected:
  /// Why a journal with a head and these records, every checksum of which holds, is neither read nor resumed.
  void expect_refused(const std::vector<Record>& records, const std::string& why) {
    {
      JournalWriter journal = JournalWriter::begin(path_);
      journal.append({kHead, 0, 0}, run_info_to_json(info_));
      for (const Record& record : records) journal.append(record.key, record.numbers);
    }
    const std::string message = input_error([&] { open_run(path_)->read_chains(); });
    EXPECT_NE(message.find(why), std::string::npos) << message;
    const std::string on_resume = input_error([&] { FitJournal::resume(path_, info_); });
    EXPECT_NE(on_resume.find(why), std::string::npos) << on_resume;
  }

  const ScratchFolder folder_;
  const std::string path_ = folder_ / "r.nc.partial";
  const RunInfo info_ = example_run(false);
};

TEST_F(HostileJournal, RecordsOutOfPlace) {
  expect_refused({{{kMoved, 2, 0}}}, "a chain that was not asked for");
  expect_refused({{{kMoved, 0, 1}}}, "do not follow one another");
  expect_refused({{{kMoved, 0, 0}}, {{kMoved, 0, 1ULL << 62}}}, "do not follow one another");
  expect_refused({{{kStayed, 0, 0}, {1}}}, "do not follow one another");
  expect_refused({{{kHead, 0, 0}}}, "what was asked for, once");
  std::vector<Record> many;
  for (const std::uint32_t chain : {0U, 1U}) {
    for (std::uint64_t draw = 0; draw <= info_.fit.draws; ++draw) many.push_back({{kMoved, chain, draw}});
  }
  expect_refused(many, "more draws than were asked for");
}

TEST_F(HostileJournal, LengthsThatCannotBe) {
  for (const Numbers& length : {Numbers{5}, Numbers{5, 1, 1}, Numbers{0, 1}, Numbers{-1, 0}, Numbers{5.5, 0},
                                Numbers{1e300, 0}, Numbers{5, -1}, Numbers{NAN, 0}, Numbers{5, NAN}}) {
    expect_refused({{{kLength, 0, 0}, length}}, "an impossible length");
  }
  std::vector<Record> many = {{{kLength, 0, 0}, {6, 0}}};
  for (std::uint64_t draw = 0; draw <= 6; ++draw) many.push_back({{kMoved, 0, draw}});
  expect_refused(many, "more draws than were asked for");
}

TEST_F(HostileJournal, RecordsWithoutNumbers) {
  for (const std::uint32_t kind : {kEvaluation, kMoved, kSeconds, kLength})
    expect_refused({{{kind, 0, 0}, {}}}, "without numbers");
}

TEST_F(HostileJournal, WaysToADrawThatCannotBe) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  // Three iterations for each draw: all may break down, or two and the last is accepted.
  for (const double way : {-1.0, 0.5, 7.0, 8.0, 1e300, double{INFINITY}, nan}) {
    expect_refused({{{kMoved, 0, 0}, changed(0, way)}}, "came about impossibly");
    expect_refused({{{kMoved, 0, 0}}, {{kStayed, 0, 1}, {way}}}, "came about impossibly");
  }
}

TEST_F(HostileJournal, DrawsThatCannotBe) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto both = [](const Numbers& numbers) {
    return std::vector<Record>{{{kMoved, 0, 0}, numbers}, {{kMoved, 1, 0}, numbers}};
  };
  expect_refused(both({1}), "a draw of another size");
  for (const std::size_t size : {4U, 5U, 6U, 7U}) {
    for (const double value : {1.0, 2.5, -2.0, 1e300, nan}) {
      expect_refused(both(changed(size, value)), "a draw of another size");
    }
  }
  expect_refused(both(with_sizes(3, 3, 3, 3)), "a draw of another size");
  expect_refused(both(with_sizes(2, 2, 3, 3)), "a draw of another size");
  expect_refused(both(with_sizes(2, 3, 0, 3)), "a draw of another size");
  expect_refused(both(with_sizes(2, 0, 3, 3)), "a draw of another size");
  expect_refused(both(with_sizes(2, 3, 3, 0)), "a draw of another size");
  expect_refused(both(changed(12, nan)), "not finite");
  for (const double iteration : {-1.0, 0.5, 1e300}) {
    expect_refused(both(changed(3, iteration)), "an impossible iteration");
  }
  expect_refused(both(changed(8, 1000)), "an impossible parameter");
  expect_refused(both(changed(8, -1000)), "an impossible parameter");
}

TEST_F(HostileJournal, AHeadThatAsksForTheImpossible) {
  for (const auto& [from, to] :
       {std::pair{"\"chains\":2", "\"chains\":1000000000000"}, std::pair{"\"draws\":5", "\"draws\":1000000000000000"},
        std::pair{"\"rows\":3", "\"rows\":0"}}) {
    std::string head = run_info_to_json(info_);
    head.replace(head.find(from), std::string(from).size(), to);
    JournalWriter::begin(path_).append({kHead, 0, 0}, head);
    EXPECT_NE(input_error([&] { open_run(path_); }).find("r.nc.partial"), std::string::npos);
  }
}

}  // namespace
}  // namespace lehr
