#include <lehr/files/crc32.hpp>

#include <gtest/gtest.h>

namespace lehr {
namespace {

TEST(Crc32, HasTheCheckValueOfItsCatalogue) {
  EXPECT_EQ(crc32("123456789"), 0xCBF43926U);
  EXPECT_EQ(crc32(""), 0U);
}

}  // namespace
}  // namespace lehr
