#pragma once

#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace lehr::testing_support {

/// The components of a list as test parameters: a component that is added to the list is tested by existing.
template <class Span>
auto every(const Span& components) {
  return testing::ValuesIn(std::vector(components.begin(), components.end()));
}

/// Those of them for which `wanted` holds.
template <class Span, class Wanted>
auto every(const Span& components, const Wanted& wanted) {
  std::vector<typename Span::value_type> chosen;
  for (const auto* component : components) {
    if (wanted(*component)) chosen.push_back(component);
  }
  return testing::ValuesIn(chosen);
}

/// Names a test after its component: "rbf", or "ep_probit" for a pair.
struct ComponentName {
  template <class Component>
  std::string operator()(const testing::TestParamInfo<const Component*>& info) const {
    return std::string(info.param->name());
  }
  template <class First, class Second>
  std::string operator()(const testing::TestParamInfo<std::tuple<const First*, const Second*>>& info) const {
    return std::string(std::get<0>(info.param)->name()) + "_" + std::string(std::get<1>(info.param)->name());
  }
};

}  // namespace lehr::testing_support
