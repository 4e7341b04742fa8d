#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <lehr/settings/gamma_prior.hpp>
#include <lehr/settings/time_span.hpp>

namespace lehr {

/// What a value may be: the numbers bound whole ones and seconds, or those from 0 to `greatest`; the words are names to
/// choose from.
struct Allowed {
  std::uint64_t least = 0;
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  double greatest = std::numeric_limits<double>::max();
  std::vector<std::string> (*words)() = nullptr;
  void (*require)(std::string_view word) = nullptr;  // throws a UsageError unless the library knows the word
};

/// One row of a table of settings: all that is said of a member, said once. Options and their help, checks, the run
/// file's JSON, the report, the command that makes a run again and Python's arguments come from it. The default is the
/// member's own.
template <class Settings>
struct Setting {
  template <class... Types>
  using PointerTo = std::variant<Types Settings::*...>;
  using Member = PointerTo<bool, int, std::uint64_t, double, std::string, std::vector<std::string>, GammaPrior,
                           std::optional<bool>, std::optional<int>, std::optional<std::uint64_t>,
                           std::optional<std::string>, std::optional<GammaPrior>, std::optional<TimeSpan>>;

  Member member;
  std::string_view name = {};        // of Python's argument, of the option with dashes; empty: another row says it too
  std::string_view value_name = {};  // of the option's value, "N"; words show those to choose from
  std::string_view help = {};        // of the option, without the default
  std::string_view otherwise = {};   // what the default means, where its text does not tell
  Allowed allowed = {};
  std::string_view told = {};   // how a default is told to the user, "@ chains"; empty: it is not
  std::string_view title = {};  // of the report's row; empty: none

  // Where they do not follow from the name; empty: there is none.
  std::optional<std::string_view> own_option = {};
  std::optional<std::string_view> own_key = {};  // of the run file's JSON
  int since = 1;                                 // the format of the run file that has the key first

  // Where text says more than the member's type does. `read` may set other members too; `print` says nothing where the
  // option must not be given; `show` is the report's.
  void (*read)(Settings& settings, std::string_view option, std::string_view text) = nullptr;
  std::optional<std::string> (*print)(const Settings& settings) = nullptr;
  std::string (*show)(const Settings& settings) = nullptr;

  /// "--importance-samples"; empty where the command line has none.
  std::string option() const {
    if (own_option) return std::string(*own_option);
    if (name.empty()) return {};
    std::string text = "--" + std::string(name);
    for (char& character : text) character = character == '_' ? '-' : character;
    return text;
  }

  /// Of the run file's JSON; empty where a run file does not hold it.
  std::string key() const { return std::string(own_key.value_or(name)); }
};

}  // namespace lehr
