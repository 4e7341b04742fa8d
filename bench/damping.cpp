#include <bench/damping.hpp>

#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <lehr/data/encoding.hpp>
#include <lehr/data/table.hpp>
#include <lehr/model/model.hpp>
#include <lehr/sites/approximation.hpp>

namespace lehr::bench {
namespace {

struct HardCase {
  std::string name;
  Dataset data;
  KernelParameters theta;
};

/// Where EP oscillates or creeps: short length-scales, large variances, labels that the rows separate.
std::vector<HardCase> hard_cases(const std::string& folder) {
  std::vector<HardCase> cases;
  const auto add = [&](const std::string& set, double variance, double lengthscale) {
    const Dataset data = encode_training_table(read_table(folder + "/" + set + ".csv")).data;
    std::ostringstream name;
    name << set << " (" << variance << ", " << lengthscale << ")";
    cases.push_back({name.str(), data, {variance, {lengthscale}}});
  };
  add("glass", 20, 1);
  add("glass", 1e6, 3);
  add("breast", 20, 1);
  add("breast", 1e4, 4);
  add("pima", 5, 3);
  add("pima", 400, 1);
  add("thyroid", 1e8, 2);
  return cases;
}

struct Variant {
  std::string name;
  DampingRule rule;
};

std::vector<Variant> variants() {
  std::vector<Variant> all = {{"as it is", {}}};
  const auto add = [&](const std::string& name, const auto& change) {
    DampingRule rule;
    change(rule);
    all.push_back({name, rule});
  };
  for (const double step : {0.5, 0.65, 1.0}) {
    add("first step " + std::to_string(step).substr(0, 4), [&](DampingRule& rule) { rule.first_step = step; });
  }
  add("smallest step 0.2", [](DampingRule& rule) { rule.smallest_step = 0.2; });
  add("stalls 0.99", [](DampingRule& rule) { rule.stalls = 0.99; });
  add("setback 1.01", [](DampingRule& rule) { rule.setback = 1.01; });
  add("setback 2", [](DampingRule& rule) { rule.setback = 2; });
  add("clearly 0.8", [](DampingRule& rule) { rule.clearly = 0.8; });
  add("most stalled 1", [](DampingRule& rule) { rule.most_stalled = 1; });
  add("most stalled 16", [](DampingRule& rule) { rule.most_stalled = 16; });
  add("no mixing", [](DampingRule& rule) { rule.most_setbacks = 0; });
  add("most setbacks 16", [](DampingRule& rule) { rule.most_setbacks = 16; });
  for (const int memory : {2, 10}) {
    add("memory " + std::to_string(memory), [&](DampingRule& rule) { rule.memory = memory; });
  }
  for (const int numbers : {1, 16}) {
    add("numbers a move " + std::to_string(numbers), [&](DampingRule& rule) { rule.numbers_a_move = numbers; });
  }
  add("guards 0.5 and 2", [](DampingRule& rule) { rule.least_part = 0.5, rule.most_times = 2; });
  add("guards 0.01 and 100", [](DampingRule& rule) { rule.least_part = 0.01, rule.most_times = 100; });
  return all;
}

/// Sweeps to convergence; with a star where it did not come to that.
std::string sweeps(const HardCase& hard, const DampingRule& rule) {
  const Model model({}, hard.data.feature_names);
  const std::unique_ptr<GaussianPrior> prior = choose_prior({hard.data, model.covariance(hard.theta)});
  const std::unique_ptr<RowDensity> density = model.density(hard.data.responses, hard.theta);
  SitePosterior posterior;
  if (prior == nullptr ||
      !approximations::named("ep").fit({*prior, *density}, {.damping = rule, .context = {}}, posterior)) {
    return "broke down";
  }
  return std::to_string(posterior.iterations) + (posterior.converged ? "" : "*");
}

}  // namespace

void count_sweeps(const Options& options) {
  const std::vector<HardCase> cases = hard_cases(options.data);
  std::cout << "Sweeps of EP to convergence, probit, rbf; * did not converge\n\n"
            << std::setw(20) << std::left << "damping";
  for (const HardCase& hard : cases) std::cout << "  " << hard.name;
  std::cout << '\n';
  for (const Variant& variant : variants()) {
    if (variant.name.find(options.filter) == std::string::npos) continue;
    std::cout << std::setw(20) << std::left << variant.name;
    for (const HardCase& hard : cases) {
      std::cout << "  " << std::setw(static_cast<int>(hard.name.size())) << std::right << sweeps(hard, variant.rule)
                << std::flush;
    }
    std::cout << '\n';
  }
}

}  // namespace lehr::bench
