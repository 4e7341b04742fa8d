#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lehr/data/dataset.hpp>
#include <lehr/model/settings.hpp>
#include <lehr/samplers/settings.hpp>

namespace lehr::bench {

/// A posterior to sample, and what an effective draw of it may cost.
struct FitCase {
  std::string name;  // "glass-ard"
  Dataset data;
  ModelSettings model;
  std::optional<double> reach;               // units per effective draw
  std::optional<double> reach_with_warm_up;  // the same in a run of 1000 effective draws, all included
};

/// The shipped sets from `data_folder`, each with one length-scale and with one per feature.
std::vector<FitCase> fit_cases(const std::string& data_folder);

/// A way to sample that the defaults were chosen from.
struct FitChoice {
  std::string name;  // "emulator, ghk, N = 16"
  FitSettings settings;
};
std::vector<FitChoice> fit_choices();

/// What `lehr fit` does when it is told nothing.
FitChoice default_choice();

}  // namespace lehr::bench
