#pragma once

#include <algorithm>
#include <string>
#include <string_view>
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

/// A name as gtest allows it.
inline std::string test_name(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '-', '_');
  return text;
}

/// Names a test after its component: "rbf", or "ep_probit" for a pair.
struct ComponentName {
  template <class Component>
  std::string operator()(const testing::TestParamInfo<const Component*>& info) const {
    return test_name(info.param->name());
  }
  template <class First, class Second>
  std::string operator()(const testing::TestParamInfo<std::tuple<const First*, const Second*>>& info) const {
    return test_name(std::get<0>(info.param)->name()) + "_" + test_name(std::get<1>(info.param)->name());
  }
};

}  // namespace lehr::testing_support
