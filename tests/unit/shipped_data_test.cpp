#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include <lehr/data/encoding.hpp>

namespace lehr {
namespace {

struct Shipped {
  const char* name;
  std::size_t rows;
  std::size_t features;
  std::ptrdiff_t positive;
};

class ShippedData : public testing::TestWithParam<Shipped> {};

TEST_P(ShippedData, LoadsWithItsSizesAndIsStandardised) {
  const Table table = read_table(std::string(LEHR_SOURCE_DIR) + "/data/" + GetParam().name + ".csv");
  const EncodedTable encoded = encode_training_table(table);
  const Dataset& data = encoded.data;
  EXPECT_EQ(data.rows, GetParam().rows);
  EXPECT_EQ(data.features, GetParam().features);
  EXPECT_EQ(std::count(data.responses.value.begin(), data.responses.value.end(), 1.0), GetParam().positive);
  EXPECT_EQ(encoded.encoding.positive, "1");
  EXPECT_EQ(encoded.encoding.negative, "-1");
  EXPECT_TRUE(encoded.warnings.empty());
  for (std::size_t feature = 0; feature < data.features; ++feature) {
    double sum = 0;
    double squares = 0;
    for (const double z : data.feature(feature)) {
      sum += z;
      squares += z * z;
    }
    EXPECT_NEAR(sum, 0, 1e-9) << data.feature_names[feature];
    EXPECT_NEAR(squares / static_cast<double>(data.rows - 1), 1, 1e-12) << data.feature_names[feature];
  }
}

INSTANTIATE_TEST_SUITE_P(All, ShippedData,
                         testing::Values(Shipped{"glass", 214, 9, 163}, Shipped{"thyroid", 215, 5, 65},
                                         Shipped{"breast", 683, 9, 239}, Shipped{"pima", 768, 8, 268}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace lehr
