#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lehr/data/dataset.hpp>
#include <lehr/data/encoding.hpp>
#include <lehr/model/settings.hpp>
#include <lehr/run/leave_one_out.hpp>
#include <lehr/samplers/settings.hpp>

namespace lehr {

/// What was fitted and how: all that predicting and running again need.
struct RunInfo {
  std::string version;          // of the program that sampled
  std::string source;           // the table's name
  std::string annotation = {};  // what the program that asked for the run wants to find again; kept as it is
  ModelSettings model;
  FitSettings fit;
  Encoding encoding;                         // how a table becomes inputs
  Dataset data;                              // encoded: inputs standardised if that was asked
  std::vector<std::string> parameter_names;  // of its model's ParameterSpace

  /// What the state of its draws is called: state_name of its likelihood's noise.
  std::string_view state_name() const;
  /// Whether its draws have f beside their state.
  bool keeps_latents() const;
};

/// The name of f, the latent function at the data's rows.
inline constexpr std::string_view kLatentName = "f";

/// The state of a posterior draw is t = f + noise where the likelihood has noise, and f where it has none.
constexpr std::string_view state_name(double noise) { return noise > 0 ? "t" : kLatentName; }

/// The posterior of a coefficient of the terms beside the kernel, of inputs as the fit standardises them.
struct Coefficient {
  std::string name;  // "intercept" or "slope[FEATURE]"
  double mean = 0;
  double sd = 0;
  double q5 = 0;
  double q50 = 0;
  double q95 = 0;
};

/// log p(y | model), theta integrated out, as it was estimated from the draws.
struct ModelEvidence {
  double log_value = 0;
  double error = 0;           // of log_value, a sd, by the delta method
  std::size_t estimates = 0;  // of p(y | theta), that it is a weighted mean of
  double effective = 0;       // how many equal weights would know it as well
};

/// A stay of a chain that is longer than chance explains: the draws in a row without acceptance, and its cause.
struct LongStay {
  std::size_t chain = 0;
  std::size_t draws = 0;
  std::optional<double> gap = {};   // log target - emulator at its state, less the median over all draws
  std::optional<double> luck = {};  // the log estimate that it stayed with, less that of fresh ones
};

/// How the sampling went, which the draws do not tell.
struct RunOutcome {
  std::string sampler;                                 // that was used in the end
  std::string fallback_reason = {};                    // why it is not the one that was asked for; else empty
  double seconds = 0;                                  // of sampling, warm-up included
  double estimate_noise = 0;                           // sd of the log estimate at posterior draws
  std::optional<bool> goal_reached = {};               // nothing without a goal
  std::optional<std::size_t> warmup_evaluations = {};  // of all chains together; nothing where they were not counted
  std::optional<LongStay> longest_stay = {};           // nothing where there is none, and where it was not looked for
  std::vector<Coefficient> coefficients = {};     // none without terms beside the kernel, and where they were not made
  std::optional<LeaveOneOut> leave_one_out = {};  // nothing where a run was stopped before it, and for runs of 0.1
  std::optional<ModelEvidence> model_evidence = {};  // where it was made
};

/// The mean of a slope per unit of its feature as the table has it; nothing for an intercept.
std::optional<double> mean_per_unit(const Coefficient& coefficient, const Encoding& encoding);

/// How far a run has come that has not come to its end: one number for each chain.
struct RunProgress {
  std::vector<std::size_t> evaluations;  // of warm-up
  std::vector<std::size_t> draws;
  double seconds_since_written = 0;  // what a running fit keeps small
};

/// One kept iteration of one chain.
struct Draw {
  std::vector<double> parameters;    // theta on its natural scale, in the order of parameter_names
  double log_evidence_estimate = 0;  // log of the unbiased estimate that is carried by the state
  double log_prior = 0;              // of log theta, with the Jacobian
  bool accepted = false;             // whether this iteration moved
  double numbers_from = 0;           // the iteration whose random numbers the estimate is made of
  double broken = 0;                 // iterations since the draw before whose numbers broke down
  std::vector<double> state;         // t or f, as RunInfo::state_name says; predictions follow from it
  std::vector<double> latent;        // f, where it is kept and is not the state
  std::vector<double> alpha;         // A^-1 state, with A the covariance of the states; runs of 0.1 have none
  std::vector<double> log_theta;  // what the parameters were made of, to the bit; empty where nothing goes on from it
};

/// f of a draw or of a whole run, given its states and its latents; empty where it was not kept.
const std::vector<double>& find_latent(const RunInfo& info, const std::vector<double>& state,
                                       const std::vector<double>& latent);

/// The draws of all chains without their latents: small enough to hold.
struct Chains {
  std::size_t draws = 0;                        // of each chain
  std::vector<std::vector<double>> parameters;  // of parameter p: value [chain * draws + draw]
  std::vector<double> log_evidence_estimate;    // [chain * draws + draw]
  std::vector<double> log_prior;
  std::vector<bool> accepted;
  std::vector<double> numbers_from;
  std::vector<double> broken;  // empty where they were not counted

  std::size_t chains() const { return draws == 0 ? 0 : log_prior.size() / draws; }
  /// Without its latents; `index` is chain * draws + draw.
  Draw draw(std::size_t index) const;
};

/// What a chain needs to go on, beside its draws and their statistics. Run files of lehr 0.1 have none of it.
struct Continuation {
  std::vector<double> evaluations;  // of warm-up: [chain * count + index]; -infinity where the numbers broke down
  std::vector<double> log_thetas;   // of each draw: [(chain * draws + draw) * parameters + parameter]

  bool empty() const { return evaluations.empty(); }
};

}  // namespace lehr
