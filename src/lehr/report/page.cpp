#include <lehr/report/page.hpp>

#include <array>
#include <stdexcept>
#include <utility>

#include <lehr/report/assets.hpp>
#include <lehr/report/html.hpp>
#include <lehr/report/sections.hpp>
#include <lehr/report/trace_data.hpp>

namespace lehr::report {
namespace {

struct Part {
  const char* id;
  const char* name;  // in the list of links
  std::string (*make)(const ReportContents&);
};

constexpr std::array kParts = {Part{"verdict", "Verdict", verdict_section},
                               Part{"fitted", "What was fitted", description_section},
                               Part{"parameters", "Parameters", parameter_section},
                               Part{"calibration", "Calibration", calibration_section},
                               Part{"surface", "Decision surface", surface_section},
                               Part{"responses", "Responses", response_section},
                               Part{"relevance", "Relevance", relevance_section},
                               Part{"prior", "Prior and posterior", prior_section},
                               Part{"chains", "Chains", chain_section},
                               Part{"pairs", "Pairs", pair_section},
                               Part{"evidence", "Evidence", evidence_section},
                               Part{"settings", "Settings", settings_section}};

/// The last part of a path.
std::string file_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

/// The template with each {{name}} replaced once; what is put in is not looked at again.
std::string filled(std::string_view text, const std::vector<std::pair<std::string_view, std::string>>& slots) {
  std::string out;
  for (std::size_t open = text.find("{{"); open != std::string_view::npos; open = text.find("{{")) {
    const std::size_t close = text.find("}}", open);
    const std::string_view name = text.substr(open + 2, close - open - 2);
    out += text.substr(0, open);
    bool known = false;
    for (const auto& [slot, value] : slots) {
      if (slot != name) continue;
      out += value;
      known = true;
    }
    if (!known) throw std::logic_error("report: page.html has an unknown slot");
    text.remove_prefix(close + 2);
  }
  return out + std::string(text);
}

}  // namespace

std::string page(const ReportContents& contents) {
  std::string links;
  std::string sections;
  for (const Part& part : kParts) {
    const std::string html = part.make(contents);
    if (html.empty()) continue;
    links += std::string("<li><a href=\"#") + part.id + "\">" + part.name + "</a></li>\n";
    sections += html;
  }
  return filled(assets::page_html(), {{"name", escaped(file_name(contents.info.source))},
                                      {"run_file", escaped(contents.run_file)},
                                      {"version", escaped(contents.info.version)},
                                      {"uplot_css", std::string(assets::uplot_css())},
                                      {"report_css", std::string(assets::report_css())},
                                      {"links", links},
                                      {"sections", sections},
                                      {"data", trace_data(contents)},
                                      {"uplot_js", std::string(assets::uplot_js())},
                                      {"report_js", std::string(assets::report_js())}});
}

}  // namespace lehr::report
