#include <lehr/data/number.hpp>

#include <cmath>
#include <string>

#include <gtest/gtest.h>

namespace lehr {
namespace {

TEST(Number, ReadsDecimalsWithSignAndExponent) {
  EXPECT_EQ(parse_number("1"), 1.0);
  EXPECT_EQ(parse_number("+1"), 1.0);
  EXPECT_EQ(parse_number("-1.50"), -1.5);
  EXPECT_EQ(parse_number(".5"), 0.5);
  EXPECT_EQ(parse_number("5."), 5.0);
  EXPECT_EQ(parse_number("1.25e-3"), 0.00125);
  EXPECT_EQ(parse_number("+2E+3"), 2000.0);
  EXPECT_EQ(parse_number("1.7976931348623157e308"), 1.7976931348623157e308);
}

TEST(Number, TakesAMagnitudeBelowTheSmallestDoubleForZero) {
  EXPECT_EQ(parse_number("1e-400"), 0.0);
  EXPECT_EQ(parse_number("-1e-99999999999999999999"), 0.0);
  EXPECT_EQ(parse_number("0." + std::string(400, '0') + "1"), 0.0);
  EXPECT_EQ(parse_number("0e400"), 0.0);
  EXPECT_EQ(parse_number("5e-324"), 5e-324);
}

TEST(Number, KnowsAMagnitudeBeyondTheLargestDouble) {
  EXPECT_EQ(kind_of("1e400"), FieldKind::too_large);
  EXPECT_EQ(kind_of("-1e99999999999999999999"), FieldKind::too_large);
  EXPECT_EQ(kind_of("1" + std::string(400, '0')), FieldKind::too_large);
  EXPECT_EQ(kind_of("1" + std::string(400, '0') + "e-5"), FieldKind::too_large);
  EXPECT_EQ(kind_of("1" + std::string(400, '0') + "e-400"), FieldKind::number);
}

TEST(Number, RefusesWhatOnlyLooksLikeOne) {
  for (const char* field :
       {"", "+", "-", ".", "+-1", "-+1", "++1", "1e", "1 2", "1x", "0x10", "1,5", "nan", "inf", "e5"}) {
    EXPECT_EQ(parse_number(field), std::nullopt) << field;
  }
}

TEST(Number, TellsWhyAFieldIsNoNumber) {
  for (const char* field : {"", "NA", "na", "N/A", "#N/A", "NaN", "nan", "NULL", "null", "?"}) {
    EXPECT_EQ(kind_of(field), FieldKind::missing) << field;
  }
  for (const char* field : {"inf", "-Inf", "+INFINITY"}) EXPECT_EQ(kind_of(field), FieldKind::infinite) << field;
  EXPECT_EQ(kind_of("0x1F"), FieldKind::hexadecimal);
  EXPECT_EQ(kind_of("-1,5"), FieldKind::decimal_comma);
  EXPECT_EQ(kind_of("1,5,2"), FieldKind::text);
  EXPECT_EQ(kind_of("abc"), FieldKind::text);
  EXPECT_EQ(kind_of("nab"), FieldKind::text);
}

}  // namespace
}  // namespace lehr
