#pragma once

#include <string>

#include <lehr/diagnostics/draws_view.hpp>

namespace lehr::report {

/// For each chain, how its draws rank among those of all chains, as an outline of a histogram: flat where the chains
/// agree. (Vehtari et al. 2021.) `name` is the parameter's.
std::string rank_plot(const std::string& name, DrawsView draws);

/// The classes of the line of a chain, which report.css gives its colour.
std::string chain_classes(std::size_t chain);

}  // namespace lehr::report
