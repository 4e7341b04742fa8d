#include <algorithm>
#include <limits>
#include <set>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/api/cross_validate.hpp>
#include <lehr/api/settings.hpp>
#include <lehr/api/simulate.hpp>
#include <lehr/api/tables.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/report/rerun_command.hpp>
#include <lehr/run/run_info_json.hpp>
#include <unit/example_run.hpp>

namespace lehr {
namespace {

struct AnyPlain {
  template <class Value>
  operator Value() const {  // NOLINT(google-explicit-constructor)
    return Value{};
  }
};
struct AnyOptional {
  template <class Value>
  operator std::optional<Value>() const {  // NOLINT(google-explicit-constructor)
    return std::nullopt;
  }
};

/// How many members an aggregate has: as many as it can be initialised with. An optional takes no AnyPlain, which could
/// be the optional or what is in it.
template <class Aggregate, class... Values>
consteval std::size_t members() {
  if constexpr (requires { Aggregate{Values{}..., AnyPlain{}}; }) {
    return members<Aggregate, Values..., AnyPlain>();
  } else if constexpr (requires { Aggregate{Values{}..., AnyOptional{}}; }) {
    return members<Aggregate, Values..., AnyOptional>();
  } else {
    return sizeof...(Values);
  }
}

template <class Settings>
std::set<const void*> places_of_rows() {
  static const Settings settings;
  std::set<const void*> places;
  for (const Setting<Settings>& row : Settings::table()) {
    places.insert(with_value(row, settings, [](const auto& value) -> const void* { return &value; }));
  }
  return places;
}

struct Sample {  // of every type that a setting can have
  bool a;
  std::string b;
  std::optional<int> c;
  GammaPrior d;
  std::optional<std::string> e;
};
static_assert(members<Sample>() == 5);

TEST(SettingsTable, EveryMemberHasARow) {
  EXPECT_EQ(places_of_rows<ModelSettings>().size(), members<ModelSettings>());
  EXPECT_EQ(places_of_rows<EvidenceSettings>().size(), members<EvidenceSettings>());
  EXPECT_EQ(places_of_rows<SimulationSettings>().size(), members<SimulationSettings>());
  EXPECT_EQ(places_of_rows<CrossValidationSettings>().size(), members<CrossValidationSettings>());
  EXPECT_EQ(places_of_rows<FitSettings>().size() + 1, members<FitSettings>()) << "its evidence has a table of its own";
  EXPECT_EQ(places_of_rows<PredictionSettings>().size(), members<PredictionSettings>());
  EXPECT_EQ(places_of_rows<TableOptions>().size(), members<TableOptions>());
  EXPECT_EQ(places_of_rows<EncodingOptions>().size(), members<EncodingOptions>());
}

void change(const Allowed& /*allowed*/, bool& value) { value = !value; }
void change(const Allowed& /*allowed*/, int& value) { value += 2; }
void change(const Allowed& /*allowed*/, std::uint64_t& value) { value += 2; }
void change(const Allowed& /*allowed*/, double& value) { value = value == 0 ? 1.0 / 3 : value / 3; }
void change(const Allowed& /*allowed*/, std::vector<std::string>& value) { value = {"one", "two"}; }
void change(const Allowed& allowed, std::string& value) {
  if (allowed.words == nullptr) return value.push_back('x');
  const std::vector<std::string> words = allowed.words();
  value = *std::find_if(words.begin(), words.end(), [&](const std::string& word) { return word != value; });
}
void change(const Allowed& /*allowed*/, GammaPrior& value) { value = {2.5, 1.0 / 3}; }
void change(const Allowed& /*allowed*/, TimeSpan& value) { value.seconds += 5400; }
template <class Value>
void change(const Allowed& allowed, std::optional<Value>& value) {
  if (!value) value.emplace();
  change(allowed, *value);
}

template <class Settings>
Settings changed(const Setting<Settings>& row, Settings settings = {}) {
  with_value(row, settings, [&](auto& value) { change(row.allowed, value); });
  return settings;
}

/// Calls `visit` with a run in which one setting has another value than its default, for each in turn.
template <class Visit>
void for_each_setting(const Visit& visit) {
  RunInfo info = example_run(false);
  const ModelSettings model;
  const FitSettings fit;
  for (const auto& row : ModelSettings::table()) {
    info.model = changed(row);
    info.fit = fit;
    info.parameter_names = example_run(info.model.ard).parameter_names;
    visit(info, row.key(), row.name);
  }
  info.model = model;
  info.parameter_names = example_run(false).parameter_names;
  for (const auto& row : FitSettings::table()) {
    info.fit = changed(row);
    visit(info, row.key(), row.name);
  }
  info.fit = fit;
  for (const auto& row : EvidenceSettings::table()) {
    info.fit.evidence = changed(row, fit.evidence);
    visit(info, row.key(), row.name);
  }
}

TEST(SettingsTable, ASettingSurvivesTheRunFile) {
  for_each_setting([](const RunInfo& info, const std::string& key, std::string_view name) {
    if (key.empty()) return;  // a run file does not hold it
    const RunInfo back = run_info_from_json(run_info_to_json(info), "run");
    EXPECT_EQ(back.model, info.model) << name;
    EXPECT_EQ(back.fit, info.fit) << key;
  });
}

/// Reads what the words say of the settings that `table` has.
template <class Settings>
Settings from_words(const std::vector<std::string>& words, Settings settings = {}) {
  for (const Setting<Settings>& row : Settings::table()) {
    if (row.option().empty()) continue;
    for (auto word = words.begin(); word != words.end(); ++word) {
      if (*word != row.option()) continue;
      if (is_switch(row)) {
        turn_on(row, settings);
      } else {
        do read_setting(row, settings, *++word);
        while (is_words(row) && word + 1 != words.end() && !(word + 1)->starts_with("--"));
      }
    }
  }
  return settings;
}

std::vector<std::string> split(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) {
    if (word != "\\") words.push_back(word);
  }
  return words;
}

TEST(SettingsTable, ASettingSurvivesTheCommandThatMakesTheRunAgain) {
  for_each_setting([](RunInfo info, const std::string& key, std::string_view name) {
    if (key.empty() || name == kNotOfFits) return;
    info.source = "t.csv";
    const std::vector<std::string> words = split(report::rerun_command(info, "r.nc"));
    EXPECT_EQ(from_words<ModelSettings>(words), info.model) << name;
    FitSettings fit = from_words<FitSettings>(words);
    fit.evidence = from_words(words, FitSettings{}.evidence);
    EXPECT_EQ(fit, info.fit) << key;
  });
}

TEST(SettingsTable, HowATableIsReadSurvivesTheCommandThatMakesTheRunAgain) {
  RunInfo info = example_run(false);
  info.source = "t.csv";
  info.encoding.standardized = false;
  info.encoding.features[0].category = "old";
  info.encoding.features[0].column = "age";
  for (const bool header : {true, false}) {
    info.encoding.has_header = header;
    const std::vector<std::string> words = split(report::rerun_command(info, "r.nc"));
    EXPECT_EQ(from_words<TableOptions>(words), TableOptions{.header = header});
    EXPECT_EQ(from_words<EncodingOptions>(words), options_of(info.encoding));
    EXPECT_EQ(options_of(info.encoding), (EncodingOptions{.label = header ? "label" : "2",
                                                          .positive = "yes",
                                                          .categorical = {"age", "colour"},
                                                          .standardize = false}));
  }
}

template <class Settings>
void expect_options_read_back() {
  for (const Setting<Settings>& row : Settings::table()) {
    if (row.option().empty()) continue;
    const Settings settings = changed(row);
    EXPECT_EQ(from_words<Settings>(option_words(row, settings)), settings) << row.name;
    EXPECT_FALSE(row.help.empty()) << row.name;
    EXPECT_TRUE(is_switch(row) || !value_name(row).empty()) << row.name;
  }
}

TEST(SettingsTable, AnOptionReadsBackWhatItPrints) {
  expect_options_read_back<ModelSettings>();
  expect_options_read_back<EvidenceSettings>();
  expect_options_read_back<FitSettings>();
  expect_options_read_back<PredictionSettings>();
  expect_options_read_back<TableOptions>();
  expect_options_read_back<EncodingOptions>();
}

TEST(SettingsTable, SweepsUntilConvergedAreAWord) {
  const auto& row = setting_named<EvidenceSettings>("ep_sweeps");
  EvidenceSettings settings;
  read_setting(row, settings, "converged");
  EXPECT_TRUE(settings.ep_converged);
  EXPECT_EQ(option_words(row, settings), (std::vector<std::string>{"--ep-sweeps", "converged"}));
  EXPECT_EQ(option_words(row, EvidenceSettings{}), std::vector<std::string>{});
}

TEST(SettingsTable, ATimeLimitIsNoPartOfARun) {
  FitSettings fit;
  read_setting(setting_named<FitSettings>("time_limit"), fit, "1h30m");
  EXPECT_EQ(fit.time_limit, TimeSpan{5400});
  RunInfo info = example_run(false);
  const std::string without = run_info_to_json(info);
  info.fit.time_limit = fit.time_limit;
  EXPECT_EQ(run_info_to_json(info), without) << "so that a resumed run may have another";
}

TEST(SettingsTable, ASwitchIsGivenWhereTheDefaultIsNotMeant) {
  const auto& latents = setting_named<FitSettings>("keep_latents");
  EXPECT_EQ(option_words(latents, FitSettings{}), std::vector<std::string>{});
  EXPECT_EQ(option_words(latents, FitSettings{.keep_latents = false}), std::vector<std::string>{"--no-latents"});
}

// Values that no range allows.
void spoil(const Allowed& /*allowed*/, bool& /*value*/) {}
void spoil(const Allowed& allowed, int& value) { value = static_cast<int>(allowed.least) - 1; }
void spoil(const Allowed& allowed, double& value) { value = 2 * allowed.greatest; }
void spoil(const Allowed& /*allowed*/, std::vector<std::string>& /*value*/) {}
void spoil(const Allowed& allowed, std::uint64_t& value) { value = allowed.most + 1; }
void spoil(const Allowed& /*allowed*/, std::string& value) { value = "no such word"; }
void spoil(const Allowed& allowed, TimeSpan& value) { value.seconds = allowed.most + 1; }
void spoil(const Allowed& /*allowed*/, GammaPrior& value) { value.rate = std::numeric_limits<double>::quiet_NaN(); }
template <class Value>
void spoil(const Allowed& allowed, std::optional<Value>& value) {
  spoil(allowed, value.emplace());
}

template <class Settings>
void expect_ranges_are_checked() {
  EXPECT_NO_THROW(check_settings(Settings{}));
  for (const Setting<Settings>& row : Settings::table()) {
    if (is_switch(row) || row.name == "seed") continue;  // which may be anything
    Settings settings;
    with_value(row, settings, [&](auto& value) { spoil(row.allowed, value); });
    EXPECT_THROW(check_settings(settings), UsageError) << row.name;
    EXPECT_THROW(read_setting(row, settings, "no such word"), UsageError) << row.name;
    if (row.allowed.least > 0) {
      EXPECT_THROW(read_setting(row, settings, std::to_string(row.allowed.least - 1)), UsageError) << row.name;
      EXPECT_NO_THROW(read_setting(row, settings, std::to_string(row.allowed.least))) << row.name;
      EXPECT_NO_THROW(read_setting(row, settings, std::to_string(row.allowed.most))) << row.name;
      EXPECT_THROW(read_setting(row, settings, std::to_string(row.allowed.most + 1)), UsageError) << row.name;
    }
  }
}

TEST(SettingsTable, WhatIsNotAllowedIsRefusedInTheLibraryAndAsText) {
  expect_ranges_are_checked<ModelSettings>();
  expect_ranges_are_checked<EvidenceSettings>();
  expect_ranges_are_checked<FitSettings>();
  expect_ranges_are_checked<PredictionSettings>();
}

TEST(SettingsTable, WhatMayBeLeftToTheTableIsYesOrNo) {
  const auto& header = setting_named<TableOptions>("header");
  TableOptions options;
  EXPECT_EQ(option_words(header, options), std::vector<std::string>{});
  read_setting(header, options, "no");
  EXPECT_EQ(options.header, false);
  EXPECT_EQ(option_words(header, options), (std::vector<std::string>{"--header", "no"}));
  EXPECT_THROW(read_setting(header, options, "maybe"), UsageError);
}

TEST(SettingsTable, ALevelIsAShare) {
  for (const double level : {0.0, 1.0, -0.5, 2.0, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW(PredictionSettings{.interval = level}.check(), UsageError) << level;
  }
  EXPECT_NO_THROW(PredictionSettings{.interval = 0.5}.check());
}

TEST(SettingsTable, APriorVarianceOfATermIsANumberFromZeroOn) {
  const auto& row = setting_named<ModelSettings>("intercept");
  ModelSettings settings;
  for (const auto& [text, value] : {std::pair("0", 0.0), {"2.5", 2.5}, {"1e6", 1e6}, {"+3", 3.0}}) {
    read_setting(row, settings, text);
    EXPECT_EQ(settings.intercept, value) << text;
  }
  for (const char* text : {"-1", "-0.001", "nan", "inf", "1e400", "1e7", "", "2,3", "two", "1x"}) {
    EXPECT_THROW(read_setting(row, settings, text), UsageError) << text;
  }
  for (const double value :
       {-1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1.1e6}) {
    EXPECT_THROW(ModelSettings{.intercept = value}.check(), UsageError) << value;
    EXPECT_THROW(ModelSettings{.linear = value}.check(), UsageError) << value;
  }
  try {
    read_setting(setting_named<ModelSettings>("linear"), settings, "-1");
  } catch (const UsageError& error) {
    EXPECT_EQ(std::string(error.what()), "--linear is '-1'; it must be a number from 0 to 1e+06");
  }
}

TEST(SettingsTable, TheHelpShowsTheDefault) {
  EXPECT_EQ(option_help(setting_named<FitSettings>("chains"), FitSettings{}), "independent chains (default 4)");
  EXPECT_EQ(option_help(setting_named<ModelSettings>("ard"), ModelSettings{}),
            "one length-scale per feature (default: one for all)");
  EXPECT_EQ(option_help(setting_named<EvidenceSettings>("importance_samples"), FitSettings{}.evidence),
            "samples of one estimate (default 16)");
  EXPECT_EQ(told_default(setting_named<FitSettings>("chains"), FitSettings{}), "4 chains");
  EXPECT_EQ(told_default(setting_named<FitSettings>("thin"), FitSettings{}), "");
}

}  // namespace
}  // namespace lehr
