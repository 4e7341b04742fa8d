#include <lehr/samplers/warm_up_evaluations.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <lehr/base/parallel.hpp>
#include <lehr/samplers/sampler.hpp>

namespace lehr {
namespace {

constexpr double kBrokeDown = -std::numeric_limits<double>::infinity();

EvaluatedPoint point_of(std::vector<double> log_theta, const std::vector<double>& numbers) {
  std::vector<double> slope(numbers.begin() + 1, numbers.end());
  if (std::any_of(slope.begin(), slope.end(), [](double s) { return !std::isfinite(s); })) slope.clear();
  return {std::move(log_theta), numbers.front(), std::move(slope)};
}

}  // namespace

std::size_t numbers_of_evaluation(const FitSettings& settings, std::size_t parameters) {
  return samplers::named(settings.sampler).learns_from_slopes(parameters) ? 1 + parameters : 1;
}

WarmUpEvaluations::WarmUpEvaluations(const Dataset& data, const Model& model, const FitSettings& settings,
                                     FitStore& store, const RunContext& context, Tell tell)
    : data_(data),
      model_(model),
      settings_(settings),
      store_(store),
      context_(context),
      tell_(std::move(tell)),
      with_slopes_(numbers_of_evaluation(settings, model.space().size()) > 1) {}

void WarmUpEvaluations::begin(std::size_t most) {
  number_ = 0;
  left_ = most;
}

std::optional<std::vector<EvaluatedPoint>> WarmUpEvaluations::at(std::vector<std::vector<double>> points) {
  const std::size_t first = number_;
  number_ += points.size();
  found_.resize(std::max(found_.size(), number_));
  sites_.resize(found_.size());
  for_each_block(points.size(), context_.threads, [&](std::size_t i) {
    if (found_[first + i].empty()) keep(first + i, find(first + i, points[i]));
  });
  std::vector<EvaluatedPoint> evaluated;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (found_[first + i].empty()) return std::nullopt;
    evaluated.push_back(point_of(std::move(points[i]), found_[first + i]));
    evaluated.back().sites = sites_[first + i];
  }
  return evaluated;
}

std::vector<double> WarmUpEvaluations::find(std::size_t number, std::span<const double> log_theta) {
  const std::size_t chain = number % settings_.chains;
  const std::size_t index = number / settings_.chains;
  tell_(chain, index, log_theta);
  {
    const std::scoped_lock lock(mutex_);
    if (std::optional<std::vector<double>> known = store_.known_evaluation(chain, index)) return std::move(*known);
    if (context_.stopped() || left_ == 0) return {};
    --left_;
  }
  return evaluate(number, log_theta);
}

std::vector<double> WarmUpEvaluations::evaluate(std::size_t number, std::span<const double> log_theta) {
  std::unique_ptr<DeterministicTarget> target;
  {
    const std::scoped_lock lock(mutex_);
    if (!free_.empty()) {
      target = std::move(free_.back());
      free_.pop_back();
    }
  }
  if (target == nullptr) {
    target =
        std::make_unique<DeterministicTarget>(data_, model_, tuning_approximation(settings_.tune_on), context_.stop);
  }
  std::vector<double> numbers;
  if (with_slopes_) {
    std::optional<DeterministicTarget::Value> value = target->with_slope(log_theta);
    numbers.assign(1 + log_theta.size(), kBrokeDown);
    if (value) numbers.front() = value->log_density;
    if (value) {
      std::copy(value->slope.begin(), value->slope.end(), numbers.begin() + 1);
      sites_[number] = std::make_shared<FoundSites>(std::move(value->sites));
    }
  } else {
    numbers = {target->log_density(log_theta).value_or(kBrokeDown)};
  }
  if (numbers.front() == kBrokeDown && context_.stopped()) numbers.clear();
  const std::scoped_lock lock(mutex_);
  free_.push_back(std::move(target));
  return numbers;
}

void WarmUpEvaluations::keep(std::size_t number, std::vector<double> numbers) {
  const std::scoped_lock lock(mutex_);
  found_[number] = std::move(numbers);
  for (; kept_ < found_.size() && !found_[kept_].empty(); ++kept_) {
    const std::size_t chain = kept_ % settings_.chains;
    const std::size_t index = kept_ / settings_.chains;
    if (!store_.known_evaluation(chain, index)) store_.keep_evaluation(chain, index, found_[kept_]);
  }
}

}  // namespace lehr
