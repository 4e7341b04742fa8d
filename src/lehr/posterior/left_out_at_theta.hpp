#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/data/dataset.hpp>
#include <lehr/linalg/types.hpp>
#include <lehr/model/model.hpp>
#include <lehr/sites/learned_sites.hpp>

namespace lehr {

/// What leave-one-out is found from.
struct LeftOutInput {
  const Dataset& data;
  const Model& model;
  const std::vector<std::vector<double>>& draws;                // of theta, in the natural values of the model's space
  std::shared_ptr<const LearnedSites> learned = nullptr;        // where EP begins, if the fit has learned any
  double iterations = std::numeric_limits<double>::infinity();  // of the fit, which bound the work
};

/// What EP says of each row by the others at one theta: the integral of p(y_i | f_i) over the cavity of row i. The
/// sites of the other rows have seen row i; left_out_refits.hpp takes that back.
struct LeftOutAtTheta {
  Vector logs;  // log p(y_i | y of the other rows, theta)
  FoundSites found;
  Vector own_share;  // w_i v_i: of the precision at a row that is its own site
};

/// Empty where the numbers break down, and after a stop request.
std::optional<LeftOutAtTheta> left_out_at(const LeftOutInput& input, const KernelParameters& theta,
                                          const RunContext& context);

}  // namespace lehr
