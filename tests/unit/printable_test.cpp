#include <lehr/data/printable.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace lehr {
namespace {

TEST(Printable, KeepsPlainAndAccentedText) {
  EXPECT_EQ(quoted("glucose"), "'glucose'");
  EXPECT_EQ(quoted("Größe"), "'Größe'");
}

TEST(Printable, EscapesWhatCouldDriveATerminal) {
  EXPECT_EQ(printable("a\x1B[31mb"), "a\\x1B[31mb");
  EXPECT_EQ(printable("a\nb\tc\rd"), "a\\nb\\tc\\rd");
  EXPECT_EQ(printable("\xC2\x9B"), "\\xC2\\x9B");  // a one-character CSI
  EXPECT_EQ(printable("a\xE2\x80\xAE"
                      "b"),
            "a\\xE2\\x80\\xAE"
            "b");  // right-to-left override
}

TEST(Printable, EscapesBytesThatAreNotUtf8) {
  EXPECT_EQ(printable("caf\xE9"), "caf\\xE9");
  EXPECT_EQ(utf8_length("\xC0\xAF", 0), 0U);          // overlong
  EXPECT_EQ(utf8_length("\xED\xA0\x80", 0), 0U);      // a surrogate
  EXPECT_EQ(utf8_length("\xF4\x90\x80\x80", 0), 0U);  // beyond U+10FFFF
  EXPECT_EQ(utf8_length("\xE2\x82", 0), 0U);          // cut off
  EXPECT_EQ(utf8_length("\xF0\x9F\x99\x82", 0), 4U);
}

TEST(Printable, CutsLongTextAfterFortyCharacters) {
  EXPECT_EQ(printable(std::string(40, 'a')), std::string(40, 'a'));
  EXPECT_EQ(printable(std::string(41, 'a')), std::string(40, 'a') + "…");
}

TEST(Printable, ListsEightNamesAndCountsTheRest) {
  const std::vector<std::string> names = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
  EXPECT_EQ(quoted_list(std::span(names).first(1)), "'a'");
  EXPECT_EQ(quoted_list(std::span(names).first(3)), "'a', 'b' and 'c'");
  EXPECT_EQ(quoted_list(names), "'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h' and 2 more");
}

}  // namespace
}  // namespace lehr
