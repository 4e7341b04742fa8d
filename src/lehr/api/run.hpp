#pragma once

#include <string>
#include <vector>

#include <lehr/api/fit.hpp>
#include <lehr/base/observer.hpp>
#include <lehr/data/encoding.hpp>
#include <lehr/data/numbers.hpp>
#include <lehr/posterior/predictions.hpp>
#include <lehr/posterior/settings.hpp>
#include <lehr/run/run.hpp>

// The way for a program that holds its data and its draws in memory: no file is needed until it asks for one.
namespace lehr {

/// All that a run file holds.
struct Run {
  RunInfo info;
  RunOutcome outcome;
  Chains chains;                // parameters and statistics
  std::vector<double> states;   // t or f, as info.state_name() says: [(chain * draws + draw) * rows + row]
  std::vector<double> latents;  // f, the same, where it is kept and is not the state
  std::vector<double> alphas;   // Draw::alpha, the same; empty for a run file of 0.1
  /// log p(y_i | y of the other rows, theta), the same; there with outcome.leave_one_out.
  std::vector<double> log_likelihoods;
  Continuation continuation;  // what a longer run goes on from
};

struct SampleRequest {
  std::string source;  // the data's name, kept with the run
  EncodedTable table;
  ModelSettings model;
  FitSettings settings;
};

struct SampleReport {
  Run run;
  bool interrupted = false;        // on request or by its time limit; the run holds what was sampled
  std::vector<std::string> notes;  // for example that its time limit ended it
};

/// Samples the posterior as fit() does, to the same bits, into memory. Interrupted before every chain had a draw, it
/// throws Interrupted; ended by its time limit by then, a RunError.
SampleReport sample(SampleRequest request, const RunContext& context = {});

/// What the draws are worth.
RunReport report_on(const Run& run);

/// Class probabilities for rows with the columns of the training data.
Predictions predict(const Run& run, const NumberView& rows, const PredictionSettings& settings = {},
                    const RunContext& context = {});

Run read_run(const std::string& path);
void write_run(const Run& run, const std::string& path);

}  // namespace lehr
