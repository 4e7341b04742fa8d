#pragma once

#include <string>

#include <lehr/base/observer.hpp>
#include <lehr/posterior/tail_report.hpp>

namespace lehr {

struct Run;

/// Whether the chains of a run have been everywhere in the posterior: the draws of each parameter against its exact
/// conditionals at some of them. What that takes is told to the observer (TailCheckCost). Throws Interrupted after a
/// stop request, and an InputError where there is no draw yet.
TailReport check_tails(const std::string& run_file, const RunContext& context = {});
TailReport check_tails(const Run& run, const RunContext& context = {});

}  // namespace lehr
