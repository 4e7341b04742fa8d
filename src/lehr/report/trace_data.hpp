#pragma once

#include <string>

#include <lehr/report/contents.hpp>

namespace lehr::report {

/// What report.js draws the traces from: JSON that can stand inside a <script> element. Numbers are float32 in base64,
/// of every k-th draw where there are more than can be shown.
std::string trace_data(const ReportContents& contents);

}  // namespace lehr::report
