#include <experiments/program/command.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <cli/commands/reproduce.hpp>
#include <cli/exit_codes.hpp>
#include <cli/long_call.hpp>
#include <cli/options/common_options.hpp>
#include <cli/options/option.hpp>
#include <cli/options/values.hpp>
#include <cli/output/json_output.hpp>
#include <cli/views/console.hpp>
#include <experiments/program/parts_view.hpp>
#include <experiments/program/reproduce.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/base/version.hpp>

namespace lehr::cli {
namespace {

std::vector<std::string> experiment_names() {
  std::vector<std::string> names;
  for (const reproduce::Experiment& experiment : reproduce::experiments()) names.emplace_back(experiment.name);
  return names;
}

/// "figure1: …; figure2: …".
std::string experiment_help() {
  std::vector<std::string> lines;
  for (const reproduce::Experiment& experiment : reproduce::experiments()) {
    lines.push_back(std::string(experiment.name) + ": " + std::string(experiment.description));
  }
  return joined(lines, "; ");
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

class Reproduce final : public CommandWithOptions {
 public:
  std::string_view name() const override { return "reproduce"; }
  std::string_view summary() const override { return kReproduceSummary; }
  std::string_view usage() const override { return "EXPERIMENT --out DIR"; }
  std::string_view examples() const override {
    return "  lehr reproduce figure1 --out paper\n"
           "  lehr reproduce figure2 --out paper-quick --quick\n"
           "  lehr reproduce figure2 --out paper-quick --quick --show\n";
  }
  int place() const override { return 0; }  // the only one here

  void declare(CLI::App& app) override {
    OptionGroup group(app, "The experiment");
    group.add_positional({"EXPERIMENT", "", experiment_help()}, request_.experiment);
    group.add({"--out", "DIR",
               "the folder for tables and pictures; those that exist are replaced; results that are in its folder "
               "summaries are not run again; must be given"},
              [&](auto, auto& text) { request_.out = text; });
    group.add_flag("--quick", "fewer and shorter runs: about a minute instead of hours, to see that it works",
                   request_.quick);
    group.add_flag("--show", "run nothing: make tables and pictures from the parts that are there", request_.show);
    group.add({"--cache", "DIR", "the folder for the results of the parts (default: the folder cache in --out)"},
              [&](auto, auto& text) { request_.cache = text; });
    group.add({"--data", "DIR",
               "a folder with data sets, looked in before that of the variable LEHR_DATA and the folder data; "
               "banknote.csv does not come with Lehr"},
              [&](auto, auto& text) { data_ = text; });
    group.add_list(
        {"--sets", "NAME,...", "the data sets to run: " + joined(reproduce::set_names()) + " (default: all)"},
        [&](auto name, auto& text) {
          for (const std::string& set : split(text)) {
            request_.sets.push_back(one_of(name, set, reproduce::set_names()));
          }
        });
  }

  void check(const CommonOptions&) const override {
    one_of("the experiment", request_.experiment, experiment_names());
    if (request_.out.empty())
      throw UsageError("--out is missing: name a folder for the results, for example --out paper");
  }

  int run(const CommonOptions& common, Console& console) override {
    request_.seed = common.seed_or_default();
    if (request_.cache.empty()) request_.cache = request_.out + "/cache";
    request_.folders = data_folders();
    reproduce::PartsView view(request_.experiment);
    LongCall call(console, view, common.threads_or_default());
    reproduce::Report report;
    try {
      report = reproduce::reproduce(request_, call.context());
    } catch (const Interrupted&) {
      call.finish();
      console.error("interrupted: the parts that were finished are kept in '" + request_.cache +
                    "'; the same command goes on");
      return kInterrupted;
    }
    call.finish();
    for (const std::string& note : report.notes) console.note(note);
    console.result(common.format == Format::json ? json_text(json(report)) : text(report));
    return kDone;
  }

 private:
  std::vector<std::string> data_folders() const {
    std::vector<std::string> folders;
    if (!data_.empty()) {
      if (!std::filesystem::is_directory(data_)) throw InputError("--data: '" + data_ + "' is not a folder");
      folders.push_back(data_);
    }
    const char* variable = std::getenv("LEHR_DATA");
    if (variable != nullptr && *variable != '\0') folders.emplace_back(variable);
    folders.emplace_back("data");
    return folders;
  }

  static std::string text(const reproduce::Report& report) {
    std::string text = report.text + "\n";
    for (const std::string& file : report.files) text += one_line(file) + "\n";
    return text;
  }

  Json json(const reproduce::Report& report) const {
    Json json;
    json["experiment"] = request_.experiment;
    json["quick"] = request_.quick;
    json["seed"] = request_.seed;
    json["commit"] = commit();
    json["files"] = report.files;
    json["notes"] = report.notes;
    return json;
  }

  reproduce::Request request_;
  std::string data_;
};

}  // namespace

std::unique_ptr<CommandWithOptions> reproduce_command() { return std::make_unique<Reproduce>(); }

}  // namespace lehr::cli
