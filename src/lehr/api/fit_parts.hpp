#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/base/time_limit.hpp>
#include <lehr/data/encoding.hpp>
#include <lehr/model/model.hpp>
#include <lehr/posterior/left_out_densities.hpp>
#include <lehr/posterior/predict.hpp>
#include <lehr/run/run.hpp>
#include <lehr/run_file/writer.hpp>
#include <lehr/samplers/fit.hpp>

// What a fit into a file and a fit into memory share.
namespace lehr {

/// Throws where the chains that run at once would need more memory than there is.
void check_memory_for_fit(std::size_t rows, const FitSettings& settings, const RunContext& context);

/// The description of a run that is asked for.
RunInfo describe_run(std::string source, EncodedTable table, const FitSettings& settings,
                     const ModelSettings& model_settings, const Model& model);

/// What its run file is going to hold with so many draws and evaluations of each chain.
RunFileContents contents_of(const RunInfo& info, std::size_t draws, std::size_t evaluations, bool left_out = true);

/// The time limit of a call, from now on.
std::optional<std::chrono::seconds> time_limit_of(const FitSettings& settings);
/// "the time limit of 3h is reached".
std::string time_limit_text(const FitSettings& settings);

/// Tells the observer of the limit's context, if there is one, what the run will take.
void tell_cost(const RunInfo& info, const Model& model, const FitStore& store, const TimeLimit& limit);

/// The rule by which such a run ends; empty where it has no goal.
GoalRule goal_rule_of(const FitSettings& settings);

/// Iterations of a run with so many draws, warm-up among them, and so many numbers of the evaluations of each chain's
/// share of it: by these, what comes after is kept small beside it.
double iterations_of_run(const RunInfo& info, const Model& model, const FitOutcome& fitted, std::size_t draws,
                         std::size_t numbers);

/// Leave-one-out of a run with these draws of theta, all draws of a chain after those of the one before.
struct LeftOut {
  LeftOutDensities densities;
  LeaveOneOut leave_one_out;
};
/// `numbers` as there. Nothing where the numbers break down too often, and after a stop request.
std::optional<LeftOut> left_out_of_run(const RunInfo& info, const Model& model, const FitOutcome& fitted,
                                       const std::vector<std::vector<double>>& thetas, std::size_t numbers,
                                       const RunContext& context);

/// The method of a fit's chains.
EvidenceMethod method_of(const RunInfo& info, const Model& model, const FitOutcome& fitted);

/// Values of theta at which the noise of the estimate is measured.
inline constexpr std::size_t kStatesForNoise = 5;

/// Whether a draw of the first chain is one of the few at which the noise of the estimate is measured.
bool is_for_noise(std::size_t chain, std::size_t draw, std::size_t draws);

/// That noise, at some values of theta; nothing when it was stopped.
std::optional<double> noise_of_run(const RunInfo& info, const Model& model, const FitOutcome& outcome,
                                   const std::vector<std::vector<double>>& thetas, const RunContext& context);

/// The draws that the coefficients of the terms beside the kernel are found from: some of each chain, picked while the
/// draws go by; none where there are no terms.
class CoefficientDraws {
 public:
  /// Out of so many of each chain.
  CoefficientDraws(const RunInfo& info, const Model& model, std::size_t draws);

  /// Which ones of each chain.
  std::span<const std::size_t> places() const { return places_; }
  /// Takes a draw if it is one of them; chains may come in any order.
  void offer(std::size_t chain, std::size_t index, const Draw& draw);
  /// Chain after chain, when all have been offered.
  std::span<const PosteriorState> states() const { return states_; }

 private:
  std::vector<std::size_t> places_;
  std::vector<PosteriorState> states_;
};

/// The posterior of these coefficients; done at once where there are none. False when it was stopped.
bool add_coefficients(const RunInfo& info, const Model& model, const CoefficientDraws& picked,
                      const RunContext& context, RunOutcome& outcome);

/// Draws of each chain that the evidence of the model is found from: all, or some thousand spread evenly.
std::size_t draws_for_evidence(std::size_t draws);
/// The place of a draw among them; nothing if it is none.
std::optional<std::size_t> place_for_evidence(std::size_t draw, std::size_t draws);

/// log p(y | model) by such a fit, from log theta of those draws, chain after chain, and so many numbers of the
/// evaluations of each chain's share of warm-up; into the outcome, where it is asked for and can be found. False when
/// it was stopped.
[[nodiscard]] bool add_model_evidence(const RunInfo& info, const Model& model, const FitOutcome& fitted,
                                      const std::vector<std::vector<double>>& log_thetas, std::size_t numbers,
                                      const RunContext& context, RunOutcome& outcome);

}  // namespace lehr
