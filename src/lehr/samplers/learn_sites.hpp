#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/data/dataset.hpp>
#include <lehr/evidence/method.hpp>
#include <lehr/model/model.hpp>
#include <lehr/samplers/warm_up.hpp>

namespace lehr {

/// Sites as a frozen function of theta for all estimates of a run, from sites at points that warm-up has been to: of
/// the posterior's bulk, and of its tails. At each point the proposals that the others would make there are judged, so
/// that it is known where sites need no sweep. Null where warm-up was too short, and after a stop request.
///
/// A function of the points, the method and the seed. Its particles have random numbers that no chain has.
std::shared_ptr<const LearnedSites> learn_sites(const Dataset& data, const Model& model, const EvidenceMethod& method,
                                                const Approximation& tuned_on, const Learned& learned,
                                                std::uint64_t seed, const RunContext& context);

/// At how many points it finds sites, at most.
std::size_t points_to_learn_from(std::size_t parameters);

/// The work of one such point: finds the sites there and judges proposals by them. Nothing when the numbers break down.
std::optional<FoundSites> try_to_learn(const Dataset& data, const Model& model, const EvidenceMethod& method,
                                       const std::vector<double>& log_theta, const RunContext& context);

}  // namespace lehr
