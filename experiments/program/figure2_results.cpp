#include <experiments/program/figure2_results.hpp>

#include <cstdio>

#include <lehr/base/check.hpp>
#include <lehr/diagnostics/quantiles.hpp>

namespace lehr::reproduce {
namespace {

NoiseCell cell_of(const Request& request, const Results& results, std::size_t rows, const NoiseMethod& method) {
  const Json& thetas = results.of(theta_unit_name(request, rows));
  const Json& measured = results.of(noise_unit_name(request, rows, method));
  const double unit = measured["cholesky_seconds"];
  NoiseCell cell{.rows = rows, .method = method};
  for (std::size_t k = 0; k < measured["r"].size(); ++k) {
    if (!measured["r"][k].is_number()) {
      ++cell.broken_down;
      continue;
    }
    cell.theta.push_back(k + 1);
    cell.variance.push_back(thetas["variance"][k]);
    cell.lengthscale.push_back(thetas["lengthscale"][k]);
    cell.r.push_back(measured["r"][k]);
    cell.log_evidence.push_back(measured["log_evidence"][k]);
    cell.cost.push_back(measured["seconds"][k].get<double>() / unit);
  }
  return cell;
}

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.5g", value);
  return text;
}

}  // namespace

std::vector<NoiseCell> noise_cells(const Request& request, const Results& results) {
  std::vector<NoiseCell> cells;
  for (const std::size_t rows : NoisePlan::of(request).rows) {
    for (const NoiseMethod& method : kNoiseMethods) cells.push_back(cell_of(request, results, rows, method));
  }
  return cells;
}

std::string noise_csv(const std::vector<NoiseCell>& cells, const Source& source) {
  std::string text = "rows,method,theta,variance,lengthscale,r,log_evidence,cost_in_choleskys";
  text += std::string(Source::kCsvNames) + "\n";
  for (const NoiseCell& cell : cells) {
    for (std::size_t k = 0; k < cell.r.size(); ++k) {
      text += std::to_string(cell.rows) + "," + std::string(cell.method.name) + "," + std::to_string(cell.theta[k]);
      for (const double value :
           {cell.variance[k], cell.lengthscale[k], cell.r[k], cell.log_evidence[k], cell.cost[k]}) {
        text += "," + short_number(value);
      }
      text += source.csv_fields() + "\n";
    }
  }
  return text;
}

std::string noise_text(const std::vector<NoiseCell>& cells) {
  std::string text =
      "Figure 2: r, the sd of log10 of an estimate from 4 importance samples (median and quartiles over theta), and "
      "the\n"
      "cost of one estimate in factorisations of the same size (median)\n\n"
      "   rows  method                       r  (quartiles)         cost\n";
  for (const NoiseCell& cell : cells) {
    char line[160];
    std::snprintf(line, sizeof line, "%7zu  %-24s %6.3f  (%.3f to %.3f)  %9.1f\n", cell.rows, cell.method.label.data(),
                  quantile(cell.r, 0.5), quantile(cell.r, 0.25), quantile(cell.r, 0.75), quantile(cell.cost, 0.5));
    text += line;
  }
  return text;
}

}  // namespace lehr::reproduce
