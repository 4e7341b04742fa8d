#pragma once

#include <string>

#include <lehr/api/evidence.hpp>
#include <lehr/data/encoding.hpp>
#include <lehr/model/settings.hpp>

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
std::string evidence_json(const EvidenceResult& result);

}  // namespace lehr::cli
