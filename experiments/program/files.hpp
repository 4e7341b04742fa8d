#pragma once

#include <string>
#include <string_view>

#include <experiments/program/reproduce.hpp>
#include <lehr/report/svg.hpp>

namespace lehr::reproduce {

/// With the folders it is in; a RunError where that fails.
void make_folder(const std::string& path);

/// Writes OUT/NAME and lists it in the report.
void write_result(const Request& request, const std::string& name, std::string_view text, Report& report);

/// Writes OUT/NAME.svg and, by rsvg-convert, OUT/NAME.png; a note says so where that program is not installed.
void write_picture(const Request& request, const std::string& name, const report::Svg& svg, std::string_view style,
                   Report& report);

/// The colours and sizes that all pictures share; an experiment adds its own.
inline constexpr std::string_view kStyle =
    "text { font: 11px 'DejaVu Sans', sans-serif; fill: #222 }\n"
    ".tick { font-size: 10px; fill: #555 }\n"
    ".heading { font-size: 13px; font-weight: bold }\n"
    ".middle { text-anchor: middle }\n"
    ".end { text-anchor: end }\n"
    ".grid { stroke: #e4e4e4; fill: none }\n"
    ".axis { stroke: #888; fill: none }\n";

}  // namespace lehr::reproduce
