#include <experiments/program/predictions_results.hpp>

#include <cmath>
#include <filesystem>
#include <optional>

#include <lehr/base/errors.hpp>
#include <lehr/data/number.hpp>
#include <lehr/data/table.hpp>
#include <lehr/diagnostics/moments.hpp>

namespace lehr::reproduce {
namespace {

constexpr std::size_t kNoFold = static_cast<std::size_t>(-1);

/// The metric on the rows outside one fold, or on all.
double score_without(const ValidatedSet& set, const ValidatedMethod& method, const Metric& metric, std::size_t fold) {
  std::vector<double> probabilities;
  std::vector<double> classes;
  for (std::size_t row = 0; row < set.classes.size(); ++row) {
    if (set.fold_of_row[row] == fold) continue;
    probabilities.push_back(method.probabilities[row]);
    classes.push_back(set.classes[row]);
  }
  return metric.of(score_probabilities(probabilities, classes));
}

/// sqrt((k - 1) / k sum_i (x_i - mean)^2) for the k values x_i that come from leaving one fold out.
double jackknife_error(const std::vector<double>& values) {
  const auto k = static_cast<double>(values.size());
  return std::sqrt((k - 1) * (k - 1) / k * sample_variance(values));
}

double number_in(const Table& table, std::size_t row, std::size_t column) {
  const std::string_view text = table.cell(row, column);
  const std::optional<double> value = parse_number(text);
  if (!value) throw InputError(table.place(row, column) + ": '" + std::string(text) + "' is not a number");
  return *value;
}

}  // namespace

MethodScore score_of(const ValidatedSet& set, const ValidatedMethod& method, const Metric& metric) {
  std::vector<double> values;
  std::vector<double> differences;
  for (std::size_t fold = 0; fold < set.folds; ++fold) {
    values.push_back(score_without(set, method, metric, fold));
    differences.push_back(values.back() - score_without(set, set.methods.front(), metric, fold));
  }
  MethodScore score;
  score.value = score_without(set, method, metric, kNoFold);
  score.error = jackknife_error(values);
  score.above_exact = score.value - score_without(set, set.methods.front(), metric, kNoFold);
  score.above_exact_error = jackknife_error(differences);
  return score;
}

std::vector<ValidatedMethod> read_sklearn(const Request& request, const ValidatedSet& set) {
  const std::string path = request.out + "/predictions-sklearn/" + set.name + ".csv";
  if (!std::filesystem::exists(path)) return {};
  const Table table = read_table(path, {.header = true});
  const bool right = table.columns.size() > 2 && table.columns[0] == "row" && table.columns[1] == "fold" &&
                     table.rows() == set.classes.size();
  if (!right) throw InputError(path + " does not hold row, fold and probabilities of every row of " + set.name);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (number_in(table, row, 1) == static_cast<double>(set.fold_of_row[row])) continue;
    throw InputError(table.place(row, 1) + ": other folds than these; delete the file and make it again");
  }
  std::vector<ValidatedMethod> methods;
  const std::optional<std::size_t> version = find_column(table, "version");
  const std::string program = "scikit-learn" + (version ? " " + std::string(table.cell(0, *version)) : "");
  for (std::size_t column = 2; column < table.columns.size(); ++column) {
    if (table.columns[column] == "seed" || table.columns[column] == "version") continue;  // where they come from
    ValidatedMethod method{.method = table.columns[column], .probabilities = {}, .program = program};
    for (std::size_t row = 0; row < table.rows(); ++row) method.probabilities.push_back(number_in(table, row, column));
    methods.push_back(std::move(method));
  }
  return methods;
}

}  // namespace lehr::reproduce
