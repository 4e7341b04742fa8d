#include <lehr/likelihoods/likelihood.hpp>

#include <lehr/base/find_named.hpp>

namespace lehr {

Responses Likelihood::outcomes() const {
  if (responds_to() == ResponseKind::two_classes) return {ResponseKind::two_classes, {1}};
  return {responds_to(), {}};
}

double Likelihood::noise() const { return at({responds_to(), {}}, likelihoods::usual_parameters(*this))->noise(); }

}  // namespace lehr

namespace lehr::likelihoods {

const Likelihood& named(std::string_view name) { return find_named(all(), "likelihood", name); }

std::vector<double> usual_parameters(const Likelihood& likelihood) {
  std::vector<double> values;
  for (const Parameter& parameter : likelihood.parameters()) values.push_back(parameter.usual);
  return values;
}

}  // namespace lehr::likelihoods
