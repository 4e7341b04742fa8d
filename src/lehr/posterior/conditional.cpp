#include <lehr/posterior/conditional.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <lehr/math/quadrature.hpp>

namespace lehr {
namespace {

constexpr double kNothing = -700;    // exp of it is 0 beside 1
constexpr double kCounts = 0.01;     // a share of the mass
constexpr double kFurther = 1e-3;    // of what the prior has beyond the last node, beyond the next one
constexpr double kLeastTail = 1e-9;  // of the prior, in which there is no further node
constexpr int kPoints = 12;          // of the quadrature between two nodes

/// The mass of a tail in which Z is constant.
double tail_mass(double prior_share, double log_evidence) {
  return prior_share * std::exp(std::min(log_evidence, -kNothing));
}

}  // namespace

Conditional::Conditional(const Parameter& parameter, std::vector<ConditionalNode> nodes)
    : parameter_(&parameter), nodes_(std::move(nodes)) {
  assert(nodes_.size() >= 2);
  integrate();
}

void Conditional::add(const ConditionalNode& node) {
  nodes_.push_back(node);
  integrate();
}

void Conditional::integrate() {
  std::sort(nodes_.begin(), nodes_.end(), [](const auto& a, const auto& b) { return a.u < b.u; });
  double most = -std::numeric_limits<double>::infinity();
  for (const ConditionalNode& node : nodes_) most = std::max(most, node.log_evidence + parameter_->log_prior(node.u));
  logs_.clear();
  for (const ConditionalNode& node : nodes_) logs_.push_back(std::max(node.log_evidence - most, kNothing));
  slopes_.clear();
  for (std::size_t i = 0; i < nodes_.size(); ++i) slopes_.push_back(slope(i));
  prior_below_ = parameter_->prior_probability(nodes_.front().u);
  prior_above_ = 1 - parameter_->prior_probability(nodes_.back().u);
  below_ = {tail_mass(prior_below_, logs_.front())};
  for (std::size_t i = 0; i + 1 < nodes_.size(); ++i) below_.push_back(below_.back() + mass(cubic(i), nodes_[i + 1].u));
  total_ = below_.back() + tail_mass(prior_above_, logs_.back());
}

double Conditional::secant(std::size_t interval) const {
  return (logs_[interval + 1] - logs_[interval]) / (nodes_[interval + 1].u - nodes_[interval].u);
}

double Conditional::slope(std::size_t node) const {
  if (node == 0) return secant(0);
  if (node + 1 == nodes_.size()) return secant(node - 1);
  const double before = nodes_[node].u - nodes_[node - 1].u;
  const double after = nodes_[node + 1].u - nodes_[node].u;
  const double parabola = (after * secant(node - 1) + before * secant(node)) / (before + after);
  const double limit = 3 * std::min(std::abs(secant(node - 1)), std::abs(secant(node)));
  return std::clamp(parabola, -limit, limit);
}

double Conditional::Segment::at(double u) const {
  const double width = end - begin;
  const double t = (u - begin) / width;
  const double s = 1 - t;
  return s * s * ((1 + 2 * t) * first + t * width * slope_at_first) +
         t * t * ((1 + 2 * s) * last - s * width * slope_at_last);
}

Conditional::Segment Conditional::cubic(std::size_t interval) const {
  return {nodes_[interval].u,  nodes_[interval + 1].u, logs_[interval],
          logs_[interval + 1], slopes_[interval],      slopes_[interval + 1]};
}

Conditional::Segment Conditional::straight(std::size_t interval) const {
  Segment segment = cubic(interval);
  segment.slope_at_first = segment.slope_at_last = secant(interval);
  return segment;
}

double Conditional::mass(const Segment& segment, double end) const {
  static const QuadratureRule rule = gauss_legendre(kPoints);
  const double half = (end - segment.begin) / 2;
  double sum = 0;
  for (std::size_t i = 0; i < rule.nodes.size(); ++i) {
    const double u = segment.begin + half * (1 + rule.nodes[i]);
    sum += rule.weights[i] * std::exp(parameter_->log_prior(u) + segment.at(u));
  }
  return half * sum;
}

double Conditional::share_below(double cut) const {
  if (cut <= nodes_.front().u) return tail_mass(parameter_->prior_probability(cut), logs_.front()) / total_;
  if (cut >= nodes_.back().u) {
    return 1 - tail_mass(1 - parameter_->prior_probability(cut), logs_.back()) / total_;
  }
  const auto above = std::upper_bound(nodes_.begin(), nodes_.end(), cut,
                                      [](double value, const ConditionalNode& node) { return value < node.u; });
  const auto interval = static_cast<std::size_t>(above - nodes_.begin() - 1);
  return std::min((below_[interval] + mass(cubic(interval), cut)) / total_, 1.0);
}

std::optional<double> Conditional::next_node() const {
  if (prior_below_ > kLeastTail && below_.front() > kCounts * total_) {
    return parameter_->prior_quantile(prior_below_ * kFurther);
  }
  if (prior_above_ > kLeastTail && total_ - below_.back() > kCounts * total_) {
    return parameter_->prior_quantile(1 - prior_above_ * kFurther);
  }
  double worst = kCounts * total_;
  std::optional<double> next;
  for (std::size_t i = 0; i + 1 < nodes_.size(); ++i) {
    const double by_cubic = below_[i + 1] - below_[i];
    const double difference = std::abs(by_cubic - mass(straight(i), nodes_[i + 1].u));
    if (difference <= worst) continue;
    worst = difference;
    next = std::midpoint(nodes_[i].u, nodes_[i + 1].u);
  }
  return next;
}

double Conditional::noise() const {
  double squares = 0;
  double weights = 0;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const double below = i == 0 ? 0 : (below_[i] + below_[i - 1]) / 2;
    const double above = i + 1 == nodes_.size() ? total_ : (below_[i] + below_[i + 1]) / 2;
    squares += (above - below) * nodes_[i].noise * nodes_[i].noise;
    weights += above - below;
  }
  return std::sqrt(squares / weights);
}

}  // namespace lehr
