#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <experiments/program/fit_units.hpp>
#include <experiments/program/folds.hpp>

// How good the probabilities are, by cross-validation: those of the exact posterior, as `lehr fit` samples it by
// default, against cheaper ways to them. All with one length-scale for all features.
namespace lehr::reproduce {

/// Ours; those of scikit-learn come from experiments/sklearn_predictions.py.
inline constexpr std::string_view kExact = "exact posterior";
inline constexpr std::string_view kLaplaceChain = "Laplace, sampled";
inline constexpr std::string_view kLaplaceOptimum = "Laplace, optimised";
inline constexpr std::string_view kEpOptimum = "EP, optimised";
inline constexpr std::array kOurMethods = {kExact, kLaplaceChain, kLaplaceOptimum, kEpOptimum};

struct ValidationCounts {
  std::size_t folds;
  std::size_t warmup;
  std::size_t draws;  // a chain; half of `lehr fit`'s, to save time
  std::size_t chains;
  static ValidationCounts of(const Request& request);
  std::string words() const;
};

/// One data set with one fold left out.
class FoldPlan {
 public:
  FoldPlan(const Request& request, const DataSet& set, const std::vector<std::size_t>& fold_of_row, std::size_t fold);

  std::vector<Unit> units() const;
  const std::string& name() const { return problem_.name; }  // of its summary
  bool is_finished(const Results& results) const { return results.has(problem_.name); }

  /// What one of our methods found: the probabilities of the positive class at the rows of the fold, the optimum where
  /// it looks for one, and how the fit of the exact posterior went.
  const Json& found(std::string_view method, const Results& results) const { return results.of(problem_.name)[method]; }

 private:
  FitSettings fit_settings() const;
  FitPlan exact_fit() const;
  FitPlan laplace_fit() const;
  Unit laplace_average() const;
  Unit optimum(const std::string& approximation) const;
  Unit summary(const std::vector<Unit>& parts) const;

  ValidationCounts counts_;
  std::uint64_t seed_;
  Problem problem_;
  std::shared_ptr<const Dataset> test_;
};

}  // namespace lehr::reproduce
