#pragma once

// The names of a run file that its writer and its reader share; parameters have those of their ParameterBlock. ArviZ
// gives meaning to the names of the groups, and to log_likelihood having a variable of the same name as the observed
// one.
namespace lehr::run_file {

inline constexpr const char* kPosterior = "posterior";
inline constexpr const char* kSampleStats = "sample_stats";
inline constexpr const char* kLogLikelihood = "log_likelihood";
inline constexpr const char* kObservedData = "observed_data";
inline constexpr const char* kConstantData = "constant_data";

inline constexpr const char* kChain = "chain";
inline constexpr const char* kDraw = "draw";
inline constexpr const char* kRow = "row";
inline constexpr const char* kFeature = "feature";

inline constexpr const char* kAccepted = "accepted";
inline constexpr const char* kBroken = "broken";
inline constexpr const char* kNumbersFrom = "numbers_from";
inline constexpr const char* kLogEvidence = "log_evidence_estimate";
inline constexpr const char* kLogPrior = "log_prior";
inline constexpr const char* kLogTheta = "log_theta";
inline constexpr const char* kParameter = "parameter";
inline constexpr const char* kLogPosterior = "lp";
inline constexpr const char* kAlpha = "alpha";
inline constexpr const char* kLabels = "y";
inline constexpr const char* kInputs = "x";
inline constexpr const char* kInputMean = "x_mean";
inline constexpr const char* kInputScale = "x_scale";

// Of the file itself, in no group: ArviZ does not know what to make of a warm-up that draws nothing, nor of
// leave-one-out, which it finds again by itself from log_likelihood.
inline constexpr const char* kWarmUp = "warmup_evaluations";
inline constexpr const char* kWarmUpChain = "warmup_chain";
inline constexpr const char* kWarmUpNumber = "warmup_number";

inline constexpr const char* kLeftOutRow = "loo_row";
inline constexpr const char* kElpd = "loo_elpd";
inline constexpr const char* kParetoK = "loo_pareto_k";

inline constexpr const char* kOutcomeAttribute = "lehr_outcome";        // of the file: the RunOutcome as JSON
inline constexpr const char* kAnnotationAttribute = "lehr_annotation";  // of the file: RunInfo::annotation, if any
inline constexpr const char* kRunAttribute = "lehr_run";  // of the file: the RunInfo as JSON, without data numbers

}  // namespace lehr::run_file
