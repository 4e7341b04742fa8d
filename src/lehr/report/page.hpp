#pragma once

#include <string>

#include <lehr/report/contents.hpp>

namespace lehr::report {

/// The whole report: one HTML file that asks for nothing else. Text from the data is escaped.
std::string page(const ReportContents& contents);

}  // namespace lehr::report
