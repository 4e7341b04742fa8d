#pragma once

#include <span>

#include <lehr/diagnostics/draws_view.hpp>
#include <lehr/parameters/parameter.hpp>
#include <lehr/posterior/conditional.hpp>
#include <lehr/posterior/tail_report.hpp>

namespace lehr {

/// The draws of a parameter (of u) against its conditionals at some of them: tail_check.hpp has the formula.
ParameterTails judge_tails(const Parameter& parameter, DrawsView draws, std::span<const Conditional> conditionals);

/// Fills in what follows from the parameters: the largest z, warnings and notes.
void describe_tails(TailReport& report);

}  // namespace lehr
