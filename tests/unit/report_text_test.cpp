#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/report/axis.hpp>
#include <lehr/report/density.hpp>
#include <lehr/report/html.hpp>
#include <lehr/report/rerun_command.hpp>
#include <lehr/report/svg.hpp>
#include <unit/example_run.hpp>

namespace lehr::report {
namespace {

TEST(ReportText, EscapesWhatHasAMeaning) {
  EXPECT_EQ(escaped("<b a=\"1\" c='2'>&amp;"), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;");
  EXPECT_EQ(escaped("größe\n"), "größe\n");
}

TEST(ReportText, ReplacesBytesThatAreNoText) {
  EXPECT_EQ(escaped(std::string_view("a\0b\x1B\xFF\xC3", 6)), "a\uFFFDb\uFFFD\uFFFD\uFFFD");
}

TEST(ReportText, KeepsOptionsWhole) {
  EXPECT_EQ(with_options("a <b> --tune-on ep --ard"),
            "a &lt;b&gt; <span class=\"option\">--tune-on</span> ep <span class=\"option\">--ard</span>");
  EXPECT_EQ(with_options(""), "");
}

TEST(ReportText, NumbersHaveTheDigitsThatMatter) {
  EXPECT_EQ(number(34.625), "34.62");
  EXPECT_EQ(number(0.0077, 2), "0.0077");
  EXPECT_EQ(number(123456), "123456");
  EXPECT_EQ(number(1.5e9, 3), "1.5e+09");
  EXPECT_EQ(number(0), "0");
  EXPECT_EQ(number(NAN), "-");
}

TEST(ReportText, ShortensByCharactersNotBytes) {
  EXPECT_EQ(shortened("größe", 5), "größe");
  EXPECT_EQ(shortened("größer", 5), "größ…");
}

TEST(ReportAxis, PlacesValuesOnBothScales) {
  EXPECT_DOUBLE_EQ((Axis{0, 4, 100, 20}.place(1)), 80);
  EXPECT_DOUBLE_EQ((Axis{1, 100, 0, 10, true}.place(10)), 5);
}

TEST(ReportAxis, TicksAreRound) {
  EXPECT_EQ((Axis{-0.1, 1.1, 0, 1}.ticks(5)), (std::vector<double>{0, 0.5, 1}));
  EXPECT_EQ((Axis{0.5, 30, 0, 1, true}.ticks(6)), (std::vector<double>{0.5, 1, 2, 5, 10, 20}));
  EXPECT_EQ((tick_labels({0, 0.2, 0.4})), (std::vector<std::string>{"0", "0.2", "0.4"}));
  EXPECT_EQ((tick_labels({1.51151, 1.51152})), (std::vector<std::string>{"1.51151", "1.51152"}));
}

TEST(ReportAxis, ZeroHasNoSign) {
  EXPECT_FALSE(std::signbit(Axis{-1e-12, 1, 0, 1}.ticks(2).front()));
  EXPECT_EQ(coordinate(-0.01), "0");
}

TEST(ReportDensity, HoldsAllTheDraws) {
  std::vector<double> draws;
  for (int i = 1; i < 2000; ++i) draws.push_back(-std::log(i / 2000.0));  // exponential
  const Density density(draws);
  double sum = 0;
  for (double x = 0.0005; x < 30; x += 0.001) sum += 0.001 * density(x);
  EXPECT_NEAR(sum, 1, 0.01);
  EXPECT_NEAR(density(1), std::exp(-1), 0.03);
  EXPECT_EQ(density(-1), 0);
}

TEST(ReportDensity, OfEqualDrawsIsANarrowPeak) {
  const Density density(std::vector<double>(10, 3.0));
  EXPECT_GT(density(3), 10);
  EXPECT_EQ(density(3.5), 0);
}

TEST(RerunCommand, HoldsEverySettingOfTheRun) {
  const std::string command = rerun_command(example_run(true), "out/it's.nc.partial");
  for (const char* part : {"lehr fit 'tables/gläser \"1\".csv'",
                           "--out 'out/it'\\''s.nc'",
                           "--header yes",
                           "--label label",
                           "--positive yes",
                           "--categorical colour",
                           "--kernel matern32",
                           "--ard",
                           "--likelihood probit",
                           "--prior-variance 1.3,0.1",
                           "--prior-lengthscale 2,0.3333333333333333",
                           "--sampler metropolis",
                           "--tune-on laplace",
                           "--chains 2",
                           "--warmup 31",
                           "--draws 5",
                           "--thin 3",
                           "--approximation laplace",
                           "--ep-sweeps 3",
                           "--estimator ais",
                           "--importance-samples 7",
                           "--temperatures 9",
                           "--ladder paper",
                           "--seed 18446744073709551615"}) {
    EXPECT_NE(command.find(part), std::string::npos) << part << "\n" << command;
  }
  EXPECT_EQ(command.find("--no-latents"), std::string::npos);
}

TEST(RerunCommand, AValueWithAMinusIsNoOption) {
  RunInfo info = example_run(false);
  info.encoding.positive = "-1";
  info.encoding.has_header = false;
  const std::string command = rerun_command(info, "r.nc");
  EXPECT_NE(command.find("--positive=-1"), std::string::npos) << command;
  EXPECT_NE(command.find("--label 2"), std::string::npos) << command;
}

}  // namespace
}  // namespace lehr::report
