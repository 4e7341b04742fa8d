#include <lehr/data/responses.hpp>

namespace lehr {

Responses classes_of(std::span<const double> signs) {
  Responses responses{ResponseKind::two_classes, {signs.begin(), signs.end()}};
  for (double& value : responses.value) value = value > 0 ? 1 : 0;
  return responses;
}

std::vector<double> signs_of(const Responses& responses) {
  std::vector<double> signs = responses.value;
  for (double& sign : signs) sign = sign > 0 ? 1 : -1;
  return signs;
}

}  // namespace lehr
