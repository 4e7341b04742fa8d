#include <experiments/program/climb_units.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stop_token>
#include <utility>

#include <lehr/base/errors.hpp>

namespace lehr::reproduce {
namespace {

constexpr std::size_t kUsualLooks = 80;  // a climb rarely has more; the rest is one piece
constexpr std::size_t kShare = 50;       // a look may take as long as so many iterations of a chain

Json to_json(const std::optional<EvidenceSlope>& look) {
  if (!look) return nullptr;
  return {{"log_evidence", look->log_evidence}, {"slope", look->slope}};
}

std::optional<EvidenceSlope> from_json(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return EvidenceSlope{json.at("log_evidence"), json.at("slope")};
}

}  // namespace

ClimbPlan::ClimbPlan(Problem problem, std::string approximation)
    : problem_(std::move(problem)),
      approximation_(std::move(approximation)),
      looks_(std::max<std::size_t>(problem_.part_length / kShare, 1)),
      parts_(kUsualLooks / looks_) {}

std::vector<std::string> ClimbPlan::unit_names() const {
  std::vector<std::string> names;
  for (std::size_t part = 0; part < parts_; ++part) {
    names.push_back(problem_.name + "-climb-" + approximation_ + "-part" + std::to_string(part));
  }
  return names;
}

std::vector<Unit> ClimbPlan::units() const {
  std::vector<Unit> units;
  const std::vector<std::string> names = unit_names();
  for (std::size_t part = 0; part < parts_; ++part) {
    Json options = problem_.options;
    options["looks"] = looks_;
    units.push_back({.name = names[part],
                     .options = std::move(options),
                     .weight = 3 * static_cast<double>(looks_) * evaluation_weight(problem_.data->rows),
                     .needs = {names.begin(), names.begin() + static_cast<std::ptrdiff_t>(part)},
                     .run = [plan = *this, part](const Results& results, const RunContext& context) {
                       return plan.run_part(part, results, context);
                     }});
  }
  return units;
}

TypeTwoMaximum ClimbPlan::climb_on(std::size_t parts, std::size_t most, Json& found, const Results& results,
                                   const RunContext& context) const {
  std::vector<std::optional<EvidenceSlope>> known;
  const std::vector<std::string> names = unit_names();
  for (std::size_t part = 0; part < parts; ++part) {
    for (const Json& look : results.of(names[part]).at("looks")) known.push_back(from_json(look));
  }
  const Model model = problem_.make_model();
  const EvidenceSurface surface =
      evidence_surface(*problem_.data, model, approximations::named(approximation_), context);
  std::stop_source part_done;
  std::size_t index = 0;
  const auto look = [&](const std::vector<double>& log_theta) {
    context.throw_if_stopped();
    if (index < known.size()) return known[index++];
    if (found.size() == most) {
      part_done.request_stop();
      return std::optional<EvidenceSlope>();
    }
    std::optional<EvidenceSlope> seen = surface(log_theta);
    if (!seen) context.throw_if_stopped();
    found.push_back(to_json(seen));
    return seen;
  };
  const KernelParameters prior_means{10, {std::sqrt(static_cast<double>(problem_.data->features))}};
  return lehr::climb(look, model, prior_means, part_done.get_token());
}

Json ClimbPlan::run_part(std::size_t part, const Results& results, const RunContext& context) const {
  Json found = Json::array();
  climb_on(part, looks_, found, results, context);
  return {{"looks", found}};
}

TypeTwoMaximum ClimbPlan::climb(const Results& results, const RunContext& context) const {
  Json rest = Json::array();
  return climb_on(parts_, std::numeric_limits<std::size_t>::max(), rest, results, context);
}

}  // namespace lehr::reproduce
