#pragma once

#include <lehr/priors/gaussian_prior.hpp>
#include <lehr/sites/approximation.hpp>

namespace lehr {

/// What look-ahead makes of the sites of an approximation, for responses with that noise: softer ones, in the order in
/// which rows are taken.
OrderedSites look_ahead_sites(const SitePosterior& posterior, double noise);

}  // namespace lehr
