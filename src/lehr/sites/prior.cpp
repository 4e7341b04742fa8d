// The prior itself, as the approximation with no sites: w = nu = 0, q = N(0, K), Zq = 1. It has no evidence of its own.

#include <lehr/sites/approximation.hpp>

namespace lehr::approximations {
namespace {

class Prior final : public Approximation {
 public:
  std::string_view name() const override { return "prior"; }
  std::string_view formula() const override { return "no sites: q is the Gaussian process prior"; }

  bool fit(const LatentProblem& problem, const ApproximationSettings& /*settings*/,
           SitePosterior& posterior) const override {
    const auto n = static_cast<Index>(problem.y.size());
    posterior.sites = {Vector::Zero(n), Vector::Zero(n)};
    posterior.iterations = 0;
    posterior.converged = true;
    posterior.log_evidence.reset();
    return posterior.complete(problem.covariance);
  }

  bool has_evidence() const override { return false; }
  std::optional<double> log_evidence(const LatentProblem& /*problem*/, SitePosterior& /*posterior*/) const override {
    return std::nullopt;
  }
  bool sensitivity(const LatentProblem& /*problem*/, SitePosterior& /*posterior*/, Matrix& /*out*/) const override {
    return false;
  }
};

}  // namespace

const Approximation& prior() {
  static const Prior approximation;
  return approximation;
}

}  // namespace lehr::approximations
