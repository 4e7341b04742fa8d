#pragma once

#include <lehr/base/fit_cost.hpp>
#include <lehr/base/observer.hpp>
#include <lehr/model/model.hpp>
#include <lehr/run/run.hpp>
#include <lehr/samplers/fit_store.hpp>

namespace lehr {

/// What a fit will take. One evaluation of warm-up and one iteration of a chain are tried, in the time of a thread:
/// that of a machine which does nothing else. They are tried where the posterior of a few rows says that the parameters
/// may be, because the price of smooth kernels depends on them. Where the numbers break down, and after a stop request,
/// no time is known.
FitCost expected_cost(const RunInfo& info, const Model& model, const FitStore& store, const RunContext& context);

}  // namespace lehr
