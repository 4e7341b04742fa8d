#pragma once

#include <string>
#include <vector>

namespace lehr {

struct CatalogueEntry {
  std::string kind;  // kernel, likelihood, approximation, estimator, sampler, ladder
  std::string name;
  std::string description;
};

/// Everything a user can choose by name, from the components themselves.
std::vector<CatalogueEntry> catalogue();

/// The names of one kind, in the catalogue's order.
std::vector<std::string> names_of(const std::string& kind);

}  // namespace lehr
