#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/data/encoding.hpp>
#include <lehr/diagnostics/leave_one_out.hpp>
#include <lehr/diagnostics/summary.hpp>
#include <lehr/model/computable.hpp>
#include <lehr/model/settings.hpp>
#include <lehr/run/run.hpp>
#include <lehr/samplers/settings.hpp>

namespace lehr {

/// What a fit does when its run file, or the journal of an unfinished run, is already there.
enum class IfExists { refuse, resume, overwrite };

struct FitRequest {
  std::string source;  // the table's name, kept with the run
  EncodedTable table;
  ModelSettings model;
  FitSettings settings;
  std::string out;  // the run file
  IfExists if_exists = IfExists::refuse;
};

/// What a run file says about its run.
struct RunReport {
  RunSummary summary;
  std::string estimator;                               // that was used
  std::string sampler;                                 // that was used
  std::string fallback_reason = {};                    // why it is not the one that was asked for; else empty
  double seconds = 0;                                  // of sampling, all pieces of a resumed run together
  bool complete = true;                                // all draws that were asked for, or its goal is reached
  std::optional<bool> goal_reached = {};               // nothing without a goal
  std::optional<std::size_t> warmup_evaluations = {};  // of all chains together; nothing for runs of lehr 0.1
  std::optional<RunProgress> progress = {};            // of a run that is read from its journal
  double estimate_noise = 0;                           // sd of the log estimate at posterior draws; 0 without estimates
  std::vector<Coefficient> coefficients = {};          // of the terms beside the kernel; none where they were not made
  std::optional<LeaveOneOutScore> loo = {};            // nothing where it was not made: stopped before, or by lehr 0.1
  std::string loo_note = {};                           // where it is rough, in a sentence; else empty
  std::optional<ModelEvidence> model_evidence = {};    // log p(y | model), where it was made
  std::vector<std::string> warnings;
  std::string verdict;       // on the chains, in one line; empty without draws
  std::string silence = {};  // where the data said nothing, a sentence that ends the verdict; else empty
  std::string goal = {};     // whether it is reached, in one line; empty without one
  std::string more = {};  // the options of a fit that extends it where its draws are too few: "--resume --draws 1000"
};

/// A run as its file describes it, and the report on it.
struct ReportedRun {
  RunInfo info;
  RunReport report;
};

struct FitReport {
  RunInfo info;
  RunReport run;
  bool interrupted = false;             // on request or by its time limit; the run file holds what was sampled
  bool time_limit_reached = false;      // which ended it
  bool was_finished = false;            // a resumed run had nothing left to do
  std::vector<std::string> notes = {};  // for example that nothing was left to do
};

/// Samples the posterior of the kernel parameters and latents and writes the run file. While it runs, draws go to the
/// journal OUT.partial, from which a killed run resumes to the same bits. An interrupt through the context's stop token
/// writes the run file with the draws there are and leaves the journal for a resume; so does the settings' time limit.
/// A resume that asks for more draws or a larger goal extends a finished run, to the bits of one longer run.
FitReport fit(const FitRequest& request, const RunContext& context = {});

/// The same report from the run file alone, or from the journal RUN.nc.partial of a run that has not come to its end.
RunReport read_report(const std::string& run_file);
/// With what was asked for, by the same reading.
ReportedRun read_reported_run(const std::string& run_file);

}  // namespace lehr
