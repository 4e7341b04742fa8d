#pragma once

#include <cctype>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

// One way to estimate an evidence, as the parameter of a test.
namespace lehr {

struct Way {
  std::string likelihood;
  std::string estimator;
  std::string sites;  // sites_by_name
  std::string ladder = "default";
};

inline std::ostream& operator<<(std::ostream& out, const Way& way) {
  return out << way.estimator << " from " << way.sites;
}

inline std::string name_of_way(const testing::TestParamInfo<Way>& info) {
  const auto& [likelihood, estimator, sites, ladder] = info.param;
  std::string name =
      likelihood + "_" + estimator + "_from_" + sites + (ladder == "paper" ? "_by_the_papers_ladder" : "");
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
}

}  // namespace lehr
