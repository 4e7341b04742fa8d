#pragma once

#include <vector>

#include <bench/options.hpp>
#include <bench/peers/results.hpp>

namespace lehr::bench {

/// The glass data by a default fit and by joint NUTS in Stan.
std::vector<SamplingPeer> compare_sampling(const Options& options);

/// Laplace's evidence with the logit likelihood by us and by scikit-learn, on the glass and Pima data.
std::vector<LaplacePeer> compare_laplace(const Options& options);

/// Both, written as the options say.
void measure_peers(const Options& options);

}  // namespace lehr::bench
