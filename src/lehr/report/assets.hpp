#pragma once

#include <string_view>

// The files of report/assets and of uPlot, put into the program when it is built (cmake/ReportAssets.cmake).
namespace lehr::report::assets {

std::string_view page_html();
std::string_view report_css();
std::string_view report_js();
std::string_view uplot_css();
std::string_view uplot_js();

}  // namespace lehr::report::assets
