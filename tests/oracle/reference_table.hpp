#pragma once

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

// The tables of this folder: a header, then a name and other fields, separated by commas without quotes.
namespace lehr {

inline std::vector<std::string> split(const std::string& line, char separator) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, separator);) fields.push_back(field);
  return fields;
}

/// The rows below the header. Throws if there is none.
inline std::vector<std::vector<std::string>> rows_of(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  for (const std::string& line : split(text, '\n')) rows.push_back(split(line, ','));
  if (rows.size() < 2) throw std::runtime_error("a reference table is empty");
  rows.erase(rows.begin());
  return rows;
}

inline std::string text_of_oracle_file(const std::string& name) {
  std::ifstream file(LEHR_SOURCE_DIR "/tests/oracle/" + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// R's NA is a NaN.
inline double number_of(const std::string& field) {
  return field == "NA" ? std::numeric_limits<double>::quiet_NaN() : std::stod(field);
}

/// Within a relative or absolute difference; NaN agrees with NaN, infinity with infinity.
inline bool agrees(double value, double reference, double tolerance) {
  if (std::isnan(reference)) return std::isnan(value);
  if (value == reference) return true;
  return std::abs(value - reference) <= tolerance * std::max(1.0, std::abs(reference));
}

}  // namespace lehr
