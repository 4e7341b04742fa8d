#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/base/errors.hpp>
#include <lehr/math/log_sum_exp.hpp>
#include <lehr/samplers/designed_warm_up.hpp>
#include <lehr/samplers/surrogate.hpp>

namespace lehr {
namespace {

Model two_parameter_model() {
  ModelSettings settings;
  settings.variance_prior = {1, 0.1};
  settings.lengthscale_prior = {{1, 0.5}};
  const std::vector<std::string> names = {"x"};
  return {settings, names};
}

using Evidence = std::vector<double> (*)(double, double);  // the value and its two slopes

/// Evaluates log prior plus such an evidence, and counts.
struct Target {
  const Model& model;
  Evidence evidence;
  std::size_t count = 0;

  EvaluatedPoint at(const std::vector<double>& x) const {
    const std::vector<double> found = evidence(x[0], x[1]);
    EvaluatedPoint point{x, model.space().log_prior(x) + found[0], model.space().log_prior_gradient(x)};
    point.slope[0] += found[1];
    point.slope[1] += found[2];
    return point;
  }
  std::optional<std::vector<EvaluatedPoint>> operator()(const std::vector<std::vector<double>>& points) {
    std::vector<EvaluatedPoint> found;
    for (const auto& point : points) found.push_back(at(point));
    count += points.size();
    return found;
  }
};

/// One hill, half a unit wide.
std::vector<double> hill(double x, double y) { return {-2 * (x - 2) * (x - 2) - 2 * y * y, -4 * (x - 2), -4 * y}; }

/// Two hills in the second coordinate, equally high but for the prior, three units apart: a short and a long
/// length-scale that both fit.
std::vector<double> two_hills(double x, double y) {
  const double left = -4 * (y + 1.7) * (y + 1.7);
  const double right = -4 * (y - 1.3) * (y - 1.3);
  const double sum = log_mean_exp(std::vector<double>{left, right});
  const double share = 1 / (1 + std::exp(right - left));
  return {sum - 2 * (x - 2) * (x - 2), -4 * (x - 2), -8 * share * (y + 1.7) - 8 * (1 - share) * (y - 1.3)};
}

/// Short values of the second coordinate do not matter: the evidence has a step at 0.
std::vector<double> plateau(double x, double y) {
  const double s = 1 / (1 + std::exp(-6 * y));
  return {-2 * (x - 2) * (x - 2) - 3 * s, -4 * (x - 2), -3 * 6 * s * (1 - s)};
}

double share_below(const std::vector<std::vector<double>>& draws, std::size_t k, double limit) {
  const auto count = std::count_if(draws.begin(), draws.end(), [&](const auto& draw) { return draw[k] < limit; });
  return static_cast<double>(count) / static_cast<double>(draws.size());
}

/// By sums over a grid of the second coordinate.
double exact_share_below(const Model& model, Evidence evidence, double limit) {
  double below = 0;
  double all = 0;
  for (double y = -25; y < 6; y += 0.01) {
    const double density = std::exp(evidence(2, y)[0] + model.space()[1].log_prior(y));
    all += density;
    if (y < limit) below += density;
  }
  return below / all;
}

TEST(DesignedWarmUp, NeedsFiftyEvaluationsForTwoParameters) {
  const Model model = two_parameter_model();
  Target target{model, hill};
  const auto learned = learn_by_design({model, 4, 1000, 1}, std::ref(target));
  ASSERT_TRUE(learned && learned->surrogate);
  EXPECT_LE(target.count, 50U);
  EXPECT_LT(learned->error, 0.2);
  EXPECT_EQ(learned->starts.size(), 4U);
  EXPECT_EQ(learned->modes.size(), 1U);
  const double rise = learned->surrogate->at(std::vector{2.3, 0.2}) - learned->surrogate->at(std::vector{1.8, -0.3});
  EXPECT_NEAR(rise, target.at({2.3, 0.2}).log_density - target.at({1.8, -0.3}).log_density, 0.1);
}

TEST(DesignedWarmUp, FindsBothOfTwoHillsInTheirProportion) {
  const Model model = two_parameter_model();
  Target target{model, two_hills};
  const auto learned = learn_by_design({model, 4, 1000, 1}, std::ref(target));
  ASSERT_TRUE(learned && learned->surrogate);
  EXPECT_NEAR(share_below(learned->draws, 1, -0.2), exact_share_below(model, two_hills, -0.2), 0.12);
}

TEST(DesignedWarmUp, GoesOnAlongThePriorWhereTheEvidenceIsFlat) {
  const Model model = two_parameter_model();
  Target target{model, plateau};
  const auto learned = learn_by_design({model, 4, 1000, 1}, std::ref(target));
  ASSERT_TRUE(learned && learned->surrogate);
  for (const double y : {-2.0, -4.0, -8.0}) {
    const double there = target.at({2, y}).log_density - target.at({2, -0.5}).log_density;
    EXPECT_NEAR(learned->surrogate->at(std::vector{2.0, y}) - learned->surrogate->at(std::vector{2.0, -0.5}), there,
                0.7)
        << y;
  }
}

TEST(DesignedWarmUp, MakesNoMoreEvaluationsThanItMay) {
  const Model model = two_parameter_model();
  Target target{model, two_hills};
  const auto learned = learn_by_design({model, 2, 10, 1}, std::ref(target));
  ASSERT_TRUE(learned.has_value());
  EXPECT_LE(target.count, 20U);
}

TEST(DesignedWarmUp, IsGivenUpWhereItIsStopped) {
  const Model model = two_parameter_model();
  Target target{model, hill};
  const Evaluate evaluate = [&](const std::vector<std::vector<double>>& points) {
    return target.count > 15 ? std::nullopt : target(points);
  };
  EXPECT_FALSE(learn_by_design({model, 4, 1000, 1}, evaluate).has_value());
}

TEST(DesignedWarmUp, SaysWhereTheEvidenceCannotBeComputedAnywhere) {
  const Model model = two_parameter_model();
  const Evaluate evaluate = [&](const std::vector<std::vector<double>>& points) {
    std::vector<EvaluatedPoint> found;
    for (const auto& point : points) found.push_back({point, -std::numeric_limits<double>::infinity(), {}});
    return std::optional(found);
  };
  EXPECT_THROW(learn_by_design({model, 4, 1000, 1}, evaluate), RunError);
}

}  // namespace
}  // namespace lehr
