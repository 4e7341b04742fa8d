#pragma once

#include <string>

#include <cli/output/json_output.hpp>
#include <lehr/api/compare.hpp>
#include <lehr/api/evidence.hpp>
#include <lehr/api/tables.hpp>

namespace lehr::cli {

class Console;
struct CommonOptions;

/// An evidence and everything it was found with.
struct EvidenceResult {
  std::string source;  // the table
  Encoding encoding;
  ModelSettings model;
  KernelParameters parameters;
  EvidenceSettings settings;
  EvidenceReport report;
  int threads;
};

std::string evidence_text(const EvidenceResult& result, const Console& console);
Json evidence_json(const EvidenceResult& result);

/// The same for every way to the evidence; `result` holds what they have in common.
std::string comparison_text(const EvidenceResult& result, const EvidenceComparison& comparison, const Console& console);
Json comparison_json(const EvidenceResult& result, const EvidenceComparison& comparison);

/// "data/glass.csv: 214 rows, 9 features; rbf kernel, variance 15, length-scale 3.8; probit likelihood".
std::string settings_line(const EvidenceResult& result, const EvidenceReport& report);

}  // namespace lehr::cli
