#include <gtest/gtest.h>

#include <string>
#include <utility>

#include <lehr/base/errors.hpp>
#include <lehr/settings/option_text.hpp>

namespace lehr {
namespace {

constexpr std::uint64_t kYear = 31'536'000;

std::uint64_t read(std::string_view text) { return whole_seconds("--time-limit", text, 1, kYear); }

TEST(TimeSpan, ReadsPlainSecondsAndUnits) {
  const std::pair<const char*, std::uint64_t> cases[] = {
      {"90", 90},      {"90s", 90},   {"45m", 2700},     {"3h", 10800},  {"1h30m", 5400},
      {"2d", 172800},  {"1m30s", 90}, {"1d12h", 129600}, {"2h5s", 7205}, {"1d2h3m4s", 93784},
      {"365d", kYear}, {"0h1s", 1},   {"90m", 5400}};
  for (const auto& [text, seconds] : cases) EXPECT_EQ(read(text), seconds) << text;
}

TEST(TimeSpan, RefusesWhatIsNoTime) {
  for (const char* text : {"",
                           "h",
                           "1.5h",
                           "-3h",
                           "+3h",
                           "3 h",
                           " 3h",
                           "3h ",
                           "3H",
                           "30m1h",
                           "1h1h",
                           "1h30",
                           "3x",
                           "0",
                           "0s",
                           "366d",
                           "99999999999999999999",
                           "99999999999999999999d",
                           "1e3",
                           "three"}) {
    EXPECT_THROW(read(text), UsageError) << "'" << text << "'";
  }
}

TEST(TimeSpan, ARefusalNamesTheOptionItsTextAndWhatItMustBe) {
  try {
    read("1h30");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(
        error.what(),
        "--time-limit is '1h30'; it must be a time such as 90 (seconds), 90s, 45m, 3h, 1h30m or 2d, from 1s to "
        "365d");
  }
}

TEST(TimeSpan, ItsTextReadsBack) {
  for (const std::uint64_t seconds : {1U, 59U, 60U, 61U, 3600U, 5400U, 86399U, 86400U, 93784U, 31536000U}) {
    EXPECT_EQ(read(seconds_as_text(seconds)), seconds);
  }
  EXPECT_EQ(seconds_as_text(5400), "1h30m");
  EXPECT_EQ(seconds_as_text(45), "45s");
}

}  // namespace
}  // namespace lehr
