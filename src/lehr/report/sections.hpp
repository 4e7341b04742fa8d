#pragma once

#include <string>

#include <lehr/report/contents.hpp>

// The parts of a report, in the order in which they stand; each is one file. A part that has nothing to show is empty.
namespace lehr::report {

std::string verdict_section(const ReportContents& contents);
std::string description_section(const ReportContents& contents);
std::string parameter_section(const ReportContents& contents);
std::string calibration_section(const ReportContents& contents);
/// Whether a run has two features, both numbers: then a surface shows what responses would.
bool has_surface(const RunInfo& info);
std::string surface_section(const ReportContents& contents);
std::string response_section(const ReportContents& contents);
std::string relevance_section(const ReportContents& contents);
std::string prior_section(const ReportContents& contents);
std::string chain_section(const ReportContents& contents);
std::string pair_section(const ReportContents& contents);
std::string evidence_section(const ReportContents& contents);
std::string settings_section(const ReportContents& contents);

}  // namespace lehr::report
