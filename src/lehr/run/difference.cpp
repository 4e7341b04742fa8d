#include <lehr/run/difference.hpp>

#include <vector>

#include <lehr/run/run_info_json.hpp>
#include <lehr/settings/table.hpp>

namespace lehr {
namespace {

/// An option with its value, or that it was not given.
std::string said(const std::string& option, const std::vector<std::string>& words) {
  return words.empty() ? "without " + option : joined(words, " ");
}

std::string other_option(const std::string& option, const std::vector<std::string>& begun,
                         const std::vector<std::string>& asked) {
  return begun == asked ? "" : "other options (" + said(option, begun) + ", now " + said(option, asked) + ")";
}

/// Goal and draws say how long a run is to be.
bool is_length(std::string_view name) { return name == "goal" || name == "draws"; }

template <class Settings>
std::string other_setting(const Settings& begun, const Settings& asked) {
  for (const Setting<Settings>& row : Settings::table()) {
    if (is_length(row.name)) continue;
    const std::string found = other_option(row.option(), option_words(row, begun), option_words(row, asked));
    if (!found.empty()) return found;
  }
  return "";
}

std::string other_table_option(const Encoding& begun, const Encoding& asked) {
  const std::string found =
      other_setting(TableOptions{.header = begun.has_header}, TableOptions{.header = asked.has_header});
  return found.empty() ? other_setting(options_of(begun), options_of(asked)) : found;
}

}  // namespace

std::string difference(const RunInfo& begun, const RunInfo& asked) {
  if (begun.version != asked.version)
    return "another version of lehr (" + begun.version + ", now " + asked.version + ")";
  if (begun.source != asked.source) return "another table ('" + begun.source + "', now '" + asked.source + "')";
  for (const std::string& found :
       {other_setting(begun.model, asked.model), other_setting(begun.fit, asked.fit),
        other_setting(begun.fit.evidence, asked.fit.evidence), other_table_option(begun.encoding, asked.encoding)}) {
    if (!found.empty()) return found;
  }
  RunInfo same_length = asked;
  same_length.fit.goal = begun.fit.goal;
  same_length.fit.draws = begun.fit.draws;
  if (run_info_to_json(begun) == run_info_to_json(same_length)) return "";
  return "another table (other columns or rows in '" + asked.source + "')";
}

}  // namespace lehr
