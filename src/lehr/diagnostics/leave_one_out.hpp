#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include <lehr/data/responses.hpp>
#include <lehr/run/leave_one_out.hpp>

namespace lehr {

/// log p(y_i | y of the other rows) of one row, from log p(y_i | y of the other rows, theta) at draws of the posterior.
struct SmoothedElpd {
  double elpd;
  double pareto_k;  // -infinity where no tail could be fitted
};

/// The posterior has seen the row. Weights 1 / p(y_i | …, theta) take that back:
///   p(y_i | y of the others) = 1 / E[1 / p(y_i | y of the others, theta)],
/// with the largest weights smoothed by a generalised Pareto distribution fitted to them (PSIS: Vehtari, Gelman & Gabry
/// 2017; Vehtari, Simpson, Gelman, Yao & Gabry 2024). To the digits what R's package loo finds with r_eff = 1.
SmoothedElpd smoothed_elpd(std::span<const double> log_densities);

/// A model by its leave-one-out.
struct LeaveOneOutScore {
  std::string kind;
  double elpd = 0;      // sum over the rows, in nats
  double se = 0;        // of elpd, from the scatter over the rows: how it would vary from table to table of this size
  double log_loss = 0;  // mean nats of a row
  std::optional<double> error;   // share of classes that are held less probable than the other; none without classes
  std::size_t pareto_k_bad = 0;  // rows with a k above kLargestParetoK
  double regression_error = 0;   // LeaveOneOut::regression_error
};

LeaveOneOutScore score_leave_one_out(const LeaveOneOut& leave_one_out, const Responses& responses);

/// Why it is rough, in a sentence; empty where it is not.
std::string leave_one_out_note(const LeaveOneOutScore& score, std::size_t rows);

}  // namespace lehr
