#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <lehr/base/observer.hpp>
#include <lehr/data/dataset.hpp>
#include <lehr/evidence/method.hpp>
#include <lehr/model/model.hpp>
#include <lehr/posterior/tail_report.hpp>
#include <lehr/run/run.hpp>

namespace lehr {

struct TailCheckInput {
  const Dataset& data;
  const Model& model;
  const EvidenceMethod& method;  // of the chains that drew
  const Chains& chains;
  std::uint64_t seed;
  std::size_t draws = 40;  // at which conditionals are made
};

/// Whether the draws have the law that they should, without a second sampler. Of each parameter u, it holds the share
/// of the draws below c against the mean of F(c) = P(u < c | the other parameters, y) over some draws of these. Both
/// estimate the posterior's P(u < c), but F sees also where no draw has been. The points c are those where F has the
/// means 0.1, 0.5 and 0.9. F comes from estimates of p(y | theta) at some values of u, with the same random numbers at
/// all of them and particles enough for a sd of 0.05, where 4096 are. With the share s and the mean m of F,
///   z = (m - s) / sqrt(v (r / M + 1 / E)),   v the larger of m (1 - m) and s (1 - s),   r = var F / (m (1 - m)),
/// M the draws with conditionals (at most the ESS of u), E the ESS of the indicator; that of u where it is constant.
///
/// Empty after a stop request.
std::optional<TailReport> check_tails(const TailCheckInput& input, const RunContext& context);

}  // namespace lehr
