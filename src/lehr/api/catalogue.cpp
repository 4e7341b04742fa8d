#include <lehr/api/catalogue.hpp>

#include <span>

#include <lehr/evidence/estimator.hpp>
#include <lehr/kernels/kernel.hpp>
#include <lehr/likelihoods/likelihood.hpp>
#include <lehr/samplers/sampler.hpp>
#include <lehr/sites/approximation.hpp>

namespace lehr {
namespace {

template <class Components>
void append(std::vector<CatalogueEntry>& entries, const std::string& kind, const Components& components) {
  for (const auto* component : components) {
    entries.push_back({kind, std::string(component->name()), std::string(component->formula())});
  }
}

}  // namespace

std::vector<CatalogueEntry> catalogue() {
  std::vector<CatalogueEntry> entries;
  append(entries, "kernel", kernels::all());
  for (const Likelihood* likelihood : likelihoods::all()) {
    if (likelihood->responds_to() == ResponseKind::two_classes)
      append(entries, "likelihood", std::span(&likelihood, 1));
  }
  append(entries, "approximation", approximations::all());
  entries.push_back({"estimator", "approximation", "the approximation's own evidence, not exact"});
  append(entries, "estimator", estimators::all());
  append(entries, "sampler", samplers::all());
  for (const LadderRule* rule : ladder_rules()) {
    entries.push_back({"ladder", std::string(rule->name()), std::string(rule->description)});
  }
  return entries;
}

std::vector<std::string> names_of(const std::string& kind) {
  std::vector<std::string> names;
  for (const CatalogueEntry& entry : catalogue()) {
    if (entry.kind == kind) names.push_back(entry.name);
  }
  return names;
}

}  // namespace lehr
