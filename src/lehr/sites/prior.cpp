// The prior itself, as the approximation with no sites: w = nu = 0, q = N(0, K), Zq = 1. It has no evidence of its own.

#include <lehr/sites/approximation.hpp>

namespace lehr::approximations {
namespace {

class Prior final : public Approximation {
 public:
  std::string_view name() const override { return "prior"; }
  std::string_view formula() const override { return "no sites: q is the Gaussian process prior"; }

  bool has_evidence() const override { return false; }
  std::optional<double> log_evidence(const LatentProblem& /*problem*/, SitePosterior& /*posterior*/) const override {
    return std::nullopt;
  }
  std::optional<std::vector<double>> gradient(const LatentProblem& /*problem*/,
                                              SitePosterior& /*posterior*/) const override {
    return std::nullopt;
  }

 protected:
  bool find_sites(const LatentProblem& problem, const ApproximationSettings& /*settings*/,
                  SitePosterior& posterior) const override {
    const Index n = problem.prior.size();
    posterior.sites = {Vector::Zero(n), Vector::Zero(n)};
    return posterior.complete();
  }
};

}  // namespace

const Approximation& prior() {
  static const Prior approximation;
  return approximation;
}

}  // namespace lehr::approximations
