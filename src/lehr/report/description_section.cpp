#include <algorithm>
#include <optional>

#include <lehr/report/html.hpp>
#include <lehr/report/sections.hpp>

namespace lehr::report {
namespace {

std::string code(const std::string& text) { return "<code>" + escaped(text) + "</code>"; }

std::string data_sentence(const RunInfo& info) {
  const std::vector<double>& classes = info.data.responses.value;
  const auto positives = static_cast<std::size_t>(std::count(classes.begin(), classes.end(), 1.0));
  return "From " + counted(info.data.features, "feature") + " of the " + counted(info.data.rows, "row") + " of " +
         code(info.source) + ", a Gaussian process classifier gives the probability that " +
         code(info.encoding.label_column) + " is " + code(info.encoding.positive) + " rather than " +
         code(info.encoding.negative) + "; " + std::to_string(positives) + " rows (" +
         fixed(100.0 * static_cast<double>(positives) / static_cast<double>(info.data.rows), 0) + " %) are " +
         code(info.encoding.positive) + ".";
}

/// ", and beside it an intercept and a slope for each feature"; empty without them.
std::string terms_text(const ModelSettings& model) {
  if (!(model.intercept > 0) && !(model.linear > 0)) return {};
  std::string text = ", and beside it ";
  if (model.intercept > 0) text += "an intercept";
  if (model.intercept > 0 && model.linear > 0) text += " and ";
  if (model.linear > 0) text += "a slope for each feature";
  return text + " with normal priors, which are integrated out";
}

std::string model_sentence(const RunInfo& info) {
  std::string text = "A latent function over the features has the covariance " + code(info.model.kernel) + " with " +
                     (info.model.ard ? "one length-scale for each feature" : "one length-scale for all features") +
                     terms_text(info.model) + "; the " + code(info.model.likelihood) +
                     " likelihood makes labels of it. ";
  text +=
      info.encoding.standardized
          ? "Features were brought to mean 0 and standard deviation 1, so a length-scale counts standard deviations."
          : "Features were used as they are, so a length-scale is in their units.";
  return text;
}

std::string sampling_sentence(const ReportContents& contents) {
  const FitSettings& fit = contents.info.fit;
  const EvidenceSettings& evidence = fit.evidence;
  const bool begun = contents.summary.draws > 0;
  std::string text =
      counted(fit.chains, "chain") + " of " + counted(begun ? contents.summary.draws : fit.most_draws(), "draw");
  if (fit.thin > 1) text += " (one in " + std::to_string(fit.thin) + " iterations)";
  text += std::string(begun ? " came" : " will come") + " from the sampler " + code(contents.outcome.sampler) +
          " after a warm-up of ";
  if (const std::optional<std::size_t> evaluations = contents.outcome.warmup_evaluations) {
    text += counted(*evaluations, "evaluation") + ". ";
  } else {
    text += "at most " + counted(fit.warmup, "evaluation") + " each. ";
  }
  if (contents.estimator == "approximation") {
    return text + "Every step rests on the evidence as " + code(evidence.approximation) +
           " approximates it, so the posterior is that of the approximation, not the exact one.";
  }
  return text + "Every step rests on an unbiased estimate of the evidence (" + code(contents.estimator) +
         " on top of " + code(evidence.approximation) + ", " +
         counted(static_cast<std::size_t>(evidence.importance_samples), "sample") +
         "), so the draws are from the exact posterior.";
}

}  // namespace

std::string description_section(const ReportContents& contents) {
  return section("fitted", "What was fitted",
                 "<p>" + data_sentence(contents.info) + "</p>\n<p>" + model_sentence(contents.info) + "</p>\n<p>" +
                     sampling_sentence(contents) + "</p>\n");
}

}  // namespace lehr::report
