#include <lehr/report/html.hpp>
#include <lehr/report/sections.hpp>

namespace lehr::report {

std::string evidence_section(const ReportContents& contents) {
  if (contents.summary.draws == 0) return {};
  std::string body;
  if (const std::optional<ModelEvidence>& evidence = contents.outcome.model_evidence) {
    body +=
        "<p>The evidence of the model, its parameters integrated out over their prior: log p(y | model) = <strong>" +
        fixed(evidence->log_value, 2) + " ± " + number(evidence->error, 2) + "</strong>, from " +
        counted(evidence->estimates, "estimate") + " that are worth " + fixed(evidence->effective, 0) +
        ". A model with a higher one foretold these responses better: <code>lehr compare</code> sets runs side by "
        "side.</p>\n";
  }
  if (contents.estimator == "approximation") {
    body += "<p>The log evidence at each draw, as <code>" + escaped(contents.info.fit.evidence.approximation) +
            "</code> approximates it. It has no noise.</p>\n";
  } else {
    body +=
        "<p>The log of the estimated evidence that each state carries. A level stretch far above the rest is a chain "
        "held by an estimate that came out too high; it is what noise costs. ";
    if (contents.outcome.estimate_noise > 0) {
      body += "Repeated at draws of the posterior, one log estimate has a standard deviation of <strong>" +
              number(contents.outcome.estimate_noise, 2) + "</strong>; below 1.5 suits the chains.";
    } else {
      body += "The noise of one estimate is measured when a run comes to its end.";
    }
    body += "</p>\n";
  }
  body += "<figure class=\"trace wide\" data-values=\"" + std::to_string(contents.chains.parameters.size()) +
          "\" role=\"img\" aria-label=\"Log evidence estimate over the draws of each chain\"></figure>\n";
  return section("evidence", "The noise of the evidence", body);
}

}  // namespace lehr::report
