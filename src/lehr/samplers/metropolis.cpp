// Random-walk Metropolis: a Gaussian step with the covariance and scale that warm-up found.

#include <lehr/samplers/sampler.hpp>

namespace lehr::samplers {
namespace {

class Walk final : public Proposal {
 public:
  explicit Walk(RandomWalk walk) : walk_(std::move(walk)) {}
  Proposed propose(std::span<const double> log_theta, std::uint64_t /*iteration*/, Stream& stream) const override {
    return {walk_.step(log_theta, stream), 0};
  }

 private:
  RandomWalk walk_;
};

class Metropolis final : public Sampler {
 public:
  std::string_view name() const override { return "metropolis"; }
  std::string_view formula() const override { return "random-walk Metropolis, tuned in warm-up"; }
  std::size_t settling_iterations() const override { return 100; }
  std::unique_ptr<Proposal> freeze(const Learned& learned, std::string& /*reason*/) const override {
    return std::make_unique<Walk>(learned.walk);
  }
};

}  // namespace

const Sampler& metropolis() {
  static const Metropolis sampler;
  return sampler;
}

}  // namespace lehr::samplers
