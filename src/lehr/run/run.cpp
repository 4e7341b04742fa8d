#include <lehr/run/run.hpp>

namespace lehr {

Draw Chains::draw(std::size_t index) const {
  Draw draw;
  for (const std::vector<double>& parameter : parameters) draw.parameters.push_back(parameter[index]);
  draw.log_evidence_estimate = log_evidence_estimate[index];
  draw.log_prior = log_prior[index];
  draw.accepted = accepted[index];
  draw.numbers_from = numbers_from[index];
  return draw;
}

}  // namespace lehr
