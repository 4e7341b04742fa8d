#include <experiments/program/data_sets.hpp>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include <lehr/base/errors.hpp>
#include <lehr/data/encoding.hpp>
#include <lehr/files/crc32.hpp>

namespace lehr::reproduce {
namespace {

std::optional<std::string> find_file(const Request& request, const std::string& name) {
  for (const std::string& folder : request.folders) {
    const std::string path = folder + "/" + name;
    if (std::filesystem::exists(path)) return path;
  }
  return std::nullopt;
}

std::string all_folders(const Request& request) {
  std::string text;
  for (const std::string& folder : request.folders) text += (text.empty() ? "'" : ", '") + folder + "'";
  return text;
}

}  // namespace

std::vector<std::string> set_names() { return {"glass", "thyroid", "breast", "pima", "banknote"}; }

std::vector<DataSet> find_sets(const Request& request, Report& report) {
  std::vector<DataSet> sets;
  for (const std::string& name : set_names()) {
    const bool asked =
        request.sets.empty() || std::find(request.sets.begin(), request.sets.end(), name) != request.sets.end();
    if (!asked) continue;
    const std::optional<std::string> path = find_file(request, name + ".csv");
    if (!path) {
      report.notes.push_back(name + ".csv is in none of " + all_folders(request) + ": " + name +
                             " is left out; --data names another folder");
      continue;
    }
    DataSet set{.name = name, .table = read_table(*path), .data = {}};
    set.data = encode_training_table(set.table).data;
    set.checksum = crc32(set.table.text);
    sets.push_back(std::move(set));
  }
  if (sets.empty()) {
    throw InputError("no data set was found in " + all_folders(request) +
                     "; run this in the project's folder, or name a folder by --data");
  }
  return sets;
}

std::vector<DataSet> find_sets_to_show(const Request& request) {
  Request shown = request;
  if (!request.quick) shown.sets.clear();
  Report not_shown;
  return find_sets(shown, not_shown);
}

std::string left_out_sets(const Request& request, const std::vector<DataSet>& found) {
  if (request.quick) return {};
  std::string names;
  for (const std::string& name : set_names()) {
    const bool is_there = std::any_of(found.begin(), found.end(), [&](const DataSet& set) { return set.name == name; });
    if (!is_there) names += (names.empty() ? "" : ", ") + name;
  }
  return names.empty() ? "" : "Left out, because the table was not found: " + names;
}

}  // namespace lehr::reproduce
