#include <lehr/diagnostics/verdict.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace lehr {
namespace {

std::string fixed(double value, int digits) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", digits, std::min(value, 1e9));
  return buffer;
}

}  // namespace

std::string verdict(const RunSummary& summary, std::span<const std::string> warnings, bool complete) {
  bool known = true;
  double rhat = 0;
  double effective = INFINITY;
  for (const ParameterSummary& parameter : summary.parameters) {
    known = known && parameter.rhat && parameter.ess_bulk && parameter.ess_tail;
    if (!known) break;
    rhat = std::max(rhat, *parameter.rhat);
    effective = std::min({effective, *parameter.ess_bulk, *parameter.ess_tail});
  }
  const std::string numbers =
      known ? "R-hat at most " + fixed(rhat, 3) + ", effective draws at least " + fixed(effective, 0)
            : "R-hat or effective draws cannot be computed";
  if (warnings.empty()) return (complete ? "The chains agree: " : "The chains agree so far: ") + numbers + ".";
  return "The chains do not pass every check (" + std::to_string(warnings.size()) +
         (warnings.size() == 1 ? " warning" : " warnings") + "): " + numbers + ".";
}

}  // namespace lehr
