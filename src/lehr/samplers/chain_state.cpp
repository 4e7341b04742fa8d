#include <lehr/samplers/chain_state.hpp>

#include <algorithm>
#include <cmath>

#include <lehr/base/errors.hpp>
#include <lehr/samplers/settings.hpp>

namespace lehr {
namespace {

constexpr std::size_t kHead = 7;  // numbers before log theta

bool is_count(double number, double most) { return number >= 0 && number <= most && number == std::floor(number); }

Vector to_vector(std::span<const double> values) {
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

}  // namespace

std::vector<double> pack(const ChainState& state) {
  std::vector<double> numbers = {state.log_prior,
                                 state.log_estimate,
                                 static_cast<double>(state.numbers_from),
                                 static_cast<double>(state.log_theta.size()),
                                 static_cast<double>(state.state.size()),
                                 static_cast<double>(state.latent.size()),
                                 static_cast<double>(state.alpha.size())};
  numbers.reserve(kHead + state.log_theta.size() +
                  static_cast<std::size_t>(state.state.size() + state.latent.size() + state.alpha.size()));
  numbers.insert(numbers.end(), state.log_theta.begin(), state.log_theta.end());
  numbers.insert(numbers.end(), state.state.begin(), state.state.end());
  numbers.insert(numbers.end(), state.latent.begin(), state.latent.end());
  numbers.insert(numbers.end(), state.alpha.begin(), state.alpha.end());
  return numbers;
}

ChainState unpack(std::span<const double> numbers, const ParameterSpace& space, const std::string& name) {
  const auto fail = [&](const char* what) { throw InputError(name + " " + what); };
  const auto total = static_cast<double>(numbers.size());
  if (numbers.size() < kHead || !is_count(numbers[3], total) || !is_count(numbers[4], total) ||
      !is_count(numbers[5], total) || !is_count(numbers[6], total) ||
      kHead + numbers[3] + numbers[4] + numbers[5] + numbers[6] != total) {
    fail("holds a draw of another size");
  }
  if (!std::all_of(numbers.begin(), numbers.end(), [](double number) { return std::isfinite(number); })) {
    fail("holds a number that is not finite");
  }
  if (!is_count(numbers[2], kLargestIteration)) fail("says that random numbers come from an impossible iteration");
  const auto parameters = static_cast<std::size_t>(numbers[3]);
  const auto size = static_cast<std::size_t>(numbers[4]);
  const auto latents = static_cast<std::size_t>(numbers[5]);
  if (parameters != space.size()) fail("holds a draw of another size");
  const auto log_theta = numbers.subspan(kHead, parameters);
  if (!space.allows(space.natural(log_theta))) fail("holds an impossible parameter");
  return {.log_theta = {log_theta.begin(), log_theta.end()},
          .log_prior = numbers[0],
          .log_estimate = numbers[1],
          .numbers_from = static_cast<std::uint64_t>(numbers[2]),
          .state = to_vector(numbers.subspan(kHead + parameters, size)),
          .latent = to_vector(numbers.subspan(kHead + parameters + size, latents)),
          .alpha = to_vector(numbers.subspan(kHead + parameters + size + latents))};
}

}  // namespace lehr
