#include <lehr/diagnostics/warnings.hpp>
#include <lehr/report/html.hpp>
#include <lehr/report/sections.hpp>

namespace lehr::report {
namespace {

std::string cell(const std::string& text, bool doubtful = false) {
  return (doubtful ? "<td class=\"doubtful\">" : "<td>") + text + "</td>";
}

std::string row(const ParameterSummary& parameter, double least_ess) {
  const auto optional = [](const std::optional<double>& value, auto format) {
    return value ? format(*value) : std::string("-");
  };
  const auto digits = [](int count) { return [count](double value) { return number(value, count); }; };
  const auto whole = [](double value) { return fixed(value, 0); };
  const auto rhat = [](double value) { return fixed(value, 3); };
  return "<tr><th scope=\"row\">" + escaped(parameter.name) + "</th>" + cell(number(parameter.mean)) +
         cell(optional(parameter.sd, digits(4))) + cell(number(parameter.q5)) + cell(number(parameter.q50)) +
         cell(number(parameter.q95)) +
         cell(optional(parameter.ess_bulk, whole), parameter.ess_bulk.value_or(0) < least_ess) +
         cell(optional(parameter.ess_tail, whole), parameter.ess_tail.value_or(0) < least_ess) +
         cell(optional(parameter.rhat, rhat), !parameter.rhat || *parameter.rhat > kLargestRhat) +
         cell(optional(parameter.mcse_mean, digits(2))) + "</tr>\n";
}

/// The posterior of the intercept and of slopes; empty where the model has none.
std::string coefficient_table(const ReportContents& contents) {
  if (contents.outcome.coefficients.empty()) return {};
  std::string body =
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Coefficients\">\n<table>\n"
      "<caption>The posterior of the intercept and slopes beside the kernel</caption>\n<thead><tr>";
  for (const char* heading : {"coefficient", "mean", "sd", "5 %", "median", "95 %", "mean per unit"}) {
    body += std::string("<th scope=\"col\">") + heading + "</th>";
  }
  body += "</tr></thead>\n<tbody>\n";
  for (const Coefficient& c : contents.outcome.coefficients) {
    const std::optional<double> per_unit = mean_per_unit(c, contents.info.encoding);
    body += "<tr><th scope=\"row\">" + escaped(c.name) + "</th>" + cell(number(c.mean)) + cell(number(c.sd)) +
            cell(number(c.q5)) + cell(number(c.q50)) + cell(number(c.q95)) +
            cell(per_unit ? number(*per_unit) : std::string("-")) + "</tr>\n";
  }
  return body +
         "</tbody>\n</table>\n</div>\n<p class=\"note\">A slope is that of the latent function along the feature as "
         "the "
         "fit saw it, and per unit as the table has it; the kernel’s function comes on top.</p>\n";
}

}  // namespace

std::string parameter_section(const ReportContents& contents) {
  if (contents.summary.parameters.empty()) return {};
  std::string body =
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Parameters\">\n<table>\n"
      "<caption>The posterior of the kernel’s parameters</caption>\n<thead><tr>";
  for (const char* heading :
       {"parameter", "mean", "sd", "5 %", "median", "95 %", "ESS bulk", "ESS tail", "R-hat", "MCSE"}) {
    body += std::string("<th scope=\"col\">") + heading + "</th>";
  }
  body += "</tr></thead>\n<tbody>\n";
  const double least_ess = kLeastEssPerChain * static_cast<double>(contents.summary.chains);
  for (const ParameterSummary& parameter : contents.summary.parameters) body += row(parameter, least_ess);
  body +=
      "</tbody>\n</table>\n</div>\n<p class=\"note\">ESS is how many independent draws these are worth for the "
      "centre (bulk) and for the 5 % and 95 % points (tail); R-hat compares the chains and is 1 where they agree; "
      "MCSE is the error of the mean from having finitely many draws.</p>\n";
  body += coefficient_table(contents);
  body += "<p class=\"note\">Accepted, by chain: ";
  for (std::size_t chain = 0; chain < contents.summary.movement.size(); ++chain) {
    body += (chain > 0 ? ", " : "") + fixed(100 * contents.summary.movement[chain].acceptance_rate, 1) + " %";
  }
  return section("parameters", "Parameters", body + ".</p>\n");
}

}  // namespace lehr::report
