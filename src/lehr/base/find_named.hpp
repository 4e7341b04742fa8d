#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lehr/base/errors.hpp>

namespace lehr {

/// The component of that name, or a UsageError that lists the names there are. The only place that compares names.
template <class Component>
const Component& find_named(std::span<const Component* const> components, std::string_view kind,
                            std::string_view name) {
  std::string known;
  for (const Component* component : components) {
    if (component->name() == name) return *component;
    known += (known.empty() ? "" : ", ") + std::string(component->name());
  }
  throw UsageError("there is no " + std::string(kind) + " '" + std::string(name) + "'; choose one of: " + known);
}

/// The names of all of them, in their order.
template <class Components>
std::vector<std::string> names_in(const Components& components) {
  std::vector<std::string> names;
  for (const auto* component : components) names.emplace_back(component->name());
  return names;
}

}  // namespace lehr
