#include <lehr/data/responses.hpp>

#include <gtest/gtest.h>

#include <lehr/base/errors.hpp>
#include <lehr/model/model.hpp>

namespace lehr {
namespace {

using Numbers = std::vector<double>;

TEST(Responses, ClassesAreZeroAndOne) {
  const Responses classes = classes_of(Numbers{-1, 1, 1});
  EXPECT_EQ(classes.kind, ResponseKind::two_classes);
  EXPECT_EQ(classes.value, (Numbers{0, 1, 1}));
}

TEST(Responses, SignsAreTheWayBack) { EXPECT_EQ(signs_of(classes_of(Numbers{1, -1, -1})), (Numbers{1, -1, -1})); }

TEST(Responses, AModelRefusesThoseOfAnotherKind) {
  const std::vector<std::string> features = {"a"};
  const Model model({}, features);  // probit
  const KernelParameters theta{1, {1}};
  EXPECT_THROW(model.density({ResponseKind::real, {0, 1}}, theta), UsageError);
  EXPECT_NO_THROW(model.density({ResponseKind::two_classes, {0, 1}}, theta));
}

}  // namespace
}  // namespace lehr
