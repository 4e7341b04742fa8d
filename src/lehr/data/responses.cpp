#include <lehr/data/responses.hpp>

namespace lehr {

Responses responses_of_labels(ResponseKind kind, std::span<const double> labels) {
  Responses responses{kind, {labels.begin(), labels.end()}};
  if (kind != ResponseKind::two_classes) return responses;
  for (double& value : responses.value) value = value > 0 ? 1 : 0;
  return responses;
}

}  // namespace lehr
