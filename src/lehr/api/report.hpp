#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/data/table.hpp>
#include <lehr/posterior/settings.hpp>

namespace lehr {

struct HtmlReport {
  std::string html;
  std::string verdict;  // on the chains, in one line; empty without draws
  std::vector<std::string> notes;
  std::vector<std::string> warnings;
};

/// A run as one HTML page that asks for nothing else: verdict, parameters, calibration, responses, chains. From a run
/// file, or from the journal RUN.nc.partial of a run that has not come to its end. With a table whose labels are known,
/// probabilities are judged on its rows, else on those of the run itself.
HtmlReport html_report(const std::string& run_file, const std::optional<Table>& test,
                       const PredictionSettings& settings = {}, const RunContext& context = {});

}  // namespace lehr
