#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/samplers/fit_store.hpp>
#include <lehr/samplers/settings.hpp>
#include <lehr/samplers/target.hpp>
#include <lehr/samplers/warm_up.hpp>

namespace lehr {

/// How many numbers are kept of an evaluation of warm-up: the log density, and its slope where the sampler asks for it.
std::size_t numbers_of_evaluation(const FitSettings& settings, std::size_t parameters);

/// The evaluations that a fit's warm-up asks for, in that order: in parallel, looked up where they are known, and kept.
/// Number i is told and kept as evaluation i / chains of chain i % chains.
class WarmUpEvaluations {
 public:
  using Tell = std::function<void(std::size_t chain, std::size_t index, std::span<const double> log_theta)>;

  /// All of these must outlive it.
  WarmUpEvaluations(const Dataset& data, const Model& model, const FitSettings& settings, FitStore& store,
                    const RunContext& context, Tell tell);

  /// From the first one on, of which at most `most` may be new.
  void begin(std::size_t most);

  /// Empty after a stop request, and where there may be no more new ones.
  std::optional<std::vector<EvaluatedPoint>> at(std::vector<std::vector<double>> points);

  /// How many were asked for since the last begin().
  std::size_t count() const { return number_; }

 private:
  /// The numbers that are kept of an evaluation: the log density, then the slope. Empty where it was not made.
  std::vector<double> find(std::size_t number, std::span<const double> log_theta);
  std::vector<double> evaluate(std::size_t number, std::span<const double> log_theta);
  /// Of that evaluation; and hands to the store what is known without a gap.
  void keep(std::size_t number, std::vector<double> numbers);

  const Dataset& data_;
  const Model& model_;
  const FitSettings& settings_;
  FitStore& store_;
  const RunContext& context_;
  Tell tell_;
  bool with_slopes_;

  std::vector<std::vector<double>> found_;                  // by number
  std::vector<std::shared_ptr<const FoundSites>> sites_;    // of what was not looked up
  std::size_t number_ = 0;                                  // of the next one that is asked for
  std::size_t left_ = 0;                                    // new ones that may be made
  std::size_t kept_ = 0;                                    // by the store
  std::vector<std::unique_ptr<DeterministicTarget>> free_;  // buffers that no thread uses
  std::mutex mutex_;
};

}  // namespace lehr
