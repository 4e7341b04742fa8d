#include <bench/options.hpp>

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include <lehr/base/errors.hpp>

namespace lehr::bench {
namespace {

constexpr int kLeastDraws = 20;  // of which an effective size can be told
constexpr int kLeastRows = 100;

int whole_number(std::string_view option, const std::string& text, int least) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < least) {
    throw UsageError(std::string(option) + " must be a whole number, at least " + std::to_string(least) + ", not '" +
                     text + "'");
  }
  return value;
}

}  // namespace

const char* const kHelp =
    "Measures what Lehr's work costs, in units of one factorisation of the same size.\n"
    "\n"
    "Usage: lehr_bench [options]\n"
    "\n"
    "  --quick             fewer repetitions\n"
    "  --filter TEXT       only the work whose name holds TEXT, for example laplace, /768, 'pima (emulator'\n"
    "  --list              the names\n"
    "  --format text|json  how the table is written (default text)\n"
    "  --json FILE         write it to FILE as JSON too\n"
    "  --data DIR          where pima.csv lies (default data)\n"
    "  --fit               what an effective draw and a prediction cost with the defaults, instead\n"
    "  --choices           what an effective draw costs with other samplers and estimators, instead\n"
    "  --draws N           draws of each of the 4 chains, for these two (default 1000; 250 with --quick)\n"
    "  --growth            what an estimate costs as the rows grow, instead\n"
    "  --rows N            the most rows of that (default 20000)\n"
    "  --peers             other programs beside ours: NUTS in Stan, scikit-learn; instead\n"
    "  --reach             all figures that have a goal, in one table, instead: minutes\n"
    "  --long              with fits of 2000 and 5000 rows, for that: an hour and more\n"
    "  --damping           how many sweeps EP takes on hard cases, with its damping and with others; instead\n"
    "  --leave-one-out     what leave-one-out takes of a fit with the defaults, instead: minutes\n"
    "  --micro             the micro benchmarks instead; options --benchmark_... go to Google Benchmark\n"
    "  --help              this text\n";

Options parse_options(std::span<char*> arguments) {
  Options options;
  std::size_t next = 0;
  std::optional<int> draws;
  const auto value_of = [&](std::string_view option) -> std::string {
    if (next == arguments.size()) throw UsageError(std::string(option) + " needs a value; see --help");
    return arguments[next++];
  };
  while (next < arguments.size()) {
    char* const argument = arguments[next++];
    const std::string_view name = argument;
    if (name == "--quick") {
      options.quick = true;
    } else if (name == "--micro") {
      options.micro = true;
    } else if (name == "--fit") {
      options.fit = true;
    } else if (name == "--choices") {
      options.choices = true;
    } else if (name == "--draws") {
      draws = whole_number(name, value_of(name), kLeastDraws);
    } else if (name == "--growth") {
      options.growth = true;
    } else if (name == "--rows") {
      options.most_rows = static_cast<std::size_t>(whole_number(name, value_of(name), kLeastRows));
    } else if (name == "--peers") {
      options.peers = true;
    } else if (name == "--reach") {
      options.reach = true;
    } else if (name == "--long") {
      options.is_long = true;
    } else if (name == "--damping") {
      options.damping = true;
    } else if (name == "--leave-one-out") {
      options.leave_one_out = true;
    } else if (name == "--help") {
      options.help = true;
    } else if (name == "--list") {
      options.list = true;
    } else if (name == "--filter") {
      options.filter = value_of(name);
    } else if (name == "--data") {
      options.data = value_of(name);
    } else if (name == "--json") {
      options.json_file = value_of(name);
    } else if (name == "--format") {
      const std::string format = value_of(name);
      if (format != "text" && format != "json") throw UsageError("--format must be text or json, not '" + format + "'");
      options.json = format == "json";
    } else if (name.starts_with("--benchmark_")) {
      options.for_google.push_back(argument);
    } else {
      throw UsageError("there is no option '" + std::string(name) + "'; see --help");
    }
  }
  options.draws = draws.value_or(options.quick ? 250 : 1000);
  if (!options.micro && !options.for_google.empty()) throw UsageError("--benchmark_... options need --micro");
  return options;
}

}  // namespace lehr::bench
