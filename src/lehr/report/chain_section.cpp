#include <lehr/report/html.hpp>
#include <lehr/report/rank_plot.hpp>
#include <lehr/report/sections.hpp>

namespace lehr::report {
namespace {

/// Boxes that hide and show a chain in all plots at once.
std::string chain_boxes(std::size_t chains) {
  if (chains < 2) return {};
  std::string html = "<fieldset class=\"chains\"><legend>Show chain</legend>\n";
  for (std::size_t chain = 0; chain < chains; ++chain) {
    html += "<label><input type=\"checkbox\" checked data-chain=\"" + std::to_string(chain) + "\"><span class=\"key " +
            chain_classes(chain) + "\"></span>" + std::to_string(chain + 1) + "</label>\n";
  }
  return html + "</fieldset>\n";
}

}  // namespace

std::string chain_section(const ReportContents& contents) {
  if (contents.summary.draws == 0) return {};
  std::string body =
      "<p>A trace shows the draws in their order: chains that agree look like one band of noise. The rank plot with it "
      "shows how each chain’s draws rank among all: flat lines are good, slopes and bumps are not. <span "
      "class=\"screen\">Drag across a trace to "
      "zoom, double-click to go back, point at it to read values.</span></p>\n" +
      chain_boxes(contents.summary.chains);
  for (std::size_t p = 0; p < contents.chains.parameters.size(); ++p) {
    const std::string name = escaped(contents.info.parameter_names[p]);
    body += "<div class=\"parameter\">\n<h3>" + name + "</h3>\n<figure class=\"trace\" data-values=\"" +
            std::to_string(p) + "\" role=\"img\" aria-label=\"Trace of " + name +
            " over the draws of each chain\"></figure>\n" + "<figure class=\"rank\">" +
            rank_plot(contents.info.parameter_names[p], {contents.chains.parameters[p], contents.chains.draws}) +
            "</figure>\n</div>\n";
  }
  return section("chains", "The chains", body);
}

}  // namespace lehr::report
