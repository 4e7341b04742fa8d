#include <lehr/samplers/designed_warm_up.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <lehr/base/errors.hpp>
#include <lehr/random/distributions.hpp>
#include <lehr/samplers/climb.hpp>
#include <lehr/samplers/hill.hpp>
#include <lehr/samplers/spread_points.hpp>
#include <lehr/samplers/surrogate.hpp>
#include <lehr/samplers/trajectories.hpp>

namespace lehr {
namespace {

using Points = std::vector<std::vector<double>>;

constexpr std::array kDiagonal = {0.05, 0.25, 0.5,
                                  0.75, 0.95, 0.99};  // shares of the prior, the same of each parameter
constexpr std::size_t kScattered = 2;
constexpr double kTailShare = 0.01;  // of the prior's mass, beyond a tail point
constexpr double kScanShare = 0.1;   // the same for a look at other hills, with few parameters
constexpr std::size_t kFew = 3;      // parameters
constexpr std::size_t kMany = 12;    // beyond, smoothness is chosen anew at half as many points again
constexpr double kGoodError = 0.2;   // nats: the noise of estimates is no smaller
constexpr double kBadError = 0.7;    // acceptance is below 0.6: worth more evaluations
constexpr double kFarApart = 3;      // in units of the posterior: other modes than the best
constexpr double kMuchLower = 8;     // nats: modes that do not matter

Points thetas_of(const std::vector<EvaluatedPoint>& points) {
  Points thetas;
  for (const EvaluatedPoint& point : points) thetas.push_back(point.log_theta);
  return thetas;
}

class DesignedWarmUp {
 public:
  DesignedWarmUp(const WarmUpPlan& plan, const Evaluate& evaluate)
      : plan_(plan),
        evaluate_(evaluate),
        space_(plan.model.space()),
        p_(space_.size()),
        stream_({.seed = plan.seed, .purpose = Purpose::warm_up}) {}

  std::optional<Learned> run() {
    if (!start() || !climb() || !look_around() || !climb_elsewhere()) return std::nullopt;
    while (wants_more()) {
      if (!refine()) return std::nullopt;
    }
    std::optional<Learned> learned = finish();
    return plan_.stop.stop_requested() ? std::nullopt : learned;
  }

 private:
  std::size_t most() const { return plan_.most * plan_.chains; }
  std::size_t left() const { return most() - std::min(most(), known_.size()); }

  /// Evaluates and keeps; false where it was stopped. As many of them as may still be made.
  bool look(Points points, std::vector<EvaluatedPoint>* found = nullptr) {
    points.resize(std::min(points.size(), left()));
    if (points.empty()) return true;
    std::optional<std::vector<EvaluatedPoint>> evaluated = evaluate_(std::move(points));
    if (!evaluated) return false;
    known_.insert(known_.end(), evaluated->begin(), evaluated->end());
    if (found != nullptr) *found = std::move(*evaluated);
    return true;
  }

  /// At points of the prior from one end to the other.
  bool start() {
    Points points;
    for (const double share : kDiagonal) {
      std::vector<double> point;
      for (std::size_t k = 0; k < p_; ++k) point.push_back(space_[k].prior_quantile(share));
      points.push_back(std::move(point));
    }
    for (std::size_t i = 0; i < kScattered; ++i) points.push_back(space_.draw_prior(stream_));
    if (!look(std::move(points))) return false;
    if (std::none_of(known_.begin(), known_.end(),
                     [](const auto& point) { return std::isfinite(point.log_density); })) {
      throw RunError(
          "warm-up found no kernel parameters at which the evidence can be computed; check the data and priors");
    }
    return true;
  }

  /// From the best points so far, side by side.
  bool climb() {
    std::vector<EvaluatedPoint> order = known_;
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.log_density > b.log_density; });
    std::vector<Climb> climbs;
    for (std::size_t i = 0; i < order.size() && climbs.size() < (p_ <= kFew ? 1U : 2U); ++i) {
      if (!order[i].slope.empty()) climbs.emplace_back(order[i]);
    }
    if (!take_up(climbs)) return false;
    for (const Climb& climb : climbs) tops_.push_back(climb.top());
    if (tops_.empty()) tops_.push_back(order.front());
    std::sort(tops_.begin(), tops_.end(), [](const auto& a, const auto& b) { return a.log_density > b.log_density; });
    return true;
  }

  /// To their ends; false where it was stopped.
  bool take_up(std::vector<Climb>& climbs) {
    return climb_together(climbs, [&](Points points) -> std::optional<std::vector<EvaluatedPoint>> {
      std::vector<EvaluatedPoint> found;
      if (!look(std::move(points), &found)) return std::nullopt;
      return found;
    });
  }

  /// Around the best top, for its curvature, and in the tails of each coordinate.
  bool look_around() {
    const EvaluatedPoint& top = tops_.front();
    Points points = Hill::points_beside(top);
    for (std::size_t k = 0; k < p_; ++k) {
      for (const double share : {kTailShare, 1 - kTailShare}) {
        points.push_back(top.log_theta);
        points.back()[k] = space_[k].prior_quantile(share);
      }
    }
    const std::size_t tails = points.size() - p_;
    for (std::size_t k = 0; k < p_ && p_ <= kFew; ++k) {
      for (const double share : {kScanShare, 1 - kScanShare}) {
        points.push_back(top.log_theta);
        points.back()[k] = space_[k].prior_quantile(share);
      }
    }
    std::vector<EvaluatedPoint> found;
    if (!look(std::move(points), &found)) return false;
    hill_ = Hill(top, found);
    coordinates_ = hill_.coordinates();
    for (std::size_t i = p_; i < std::min(p_ + tails, found.size()); ++i) tails_.push_back({(i - p_) / 2, found[i]});
    modes_ = {top.log_theta};
    return tops_.size() < 2 || add_mode(tops_[1]);
  }

  /// Where it is another mode. With many parameters a hill may be high and have next to no mass: such a one is left
  /// out, since no surrogate can follow it. False where it was stopped.
  bool add_mode(const EvaluatedPoint& top) {
    const EvaluatedPoint& best = tops_.front();
    if (!(top.log_density > best.log_density - kMuchLower) || hill_.distance_to(top) <= kFarApart) {
      return true;
    }
    if (p_ > kFew) {
      std::vector<EvaluatedPoint> found;
      if (!look(Hill::points_beside(top), &found)) return false;
      const Hill hill(top, found);
      if (hill.log_mass() < hill_.log_mass() - kMuchLower && !hill.holds(best)) {
        without_mass_ = hill;
        return true;
      }
    }
    modes_.push_back(top.log_theta);
    return true;
  }

  /// On one hill every slope points to the side of the top. From the highest point whose slope does not there is a
  /// climb as well: a short and a long length-scale may both fit.
  bool climb_elsewhere() {
    const EvaluatedPoint& top = tops_.front();
    const EvaluatedPoint* highest = nullptr;
    for (const EvaluatedPoint& point : known_) {
      if (point.slope.empty() || point.log_density < top.log_density - 2 * kMuchLower) continue;
      double towards = 0;
      for (std::size_t k = 0; k < p_; ++k) towards += point.slope[k] * (top.log_theta[k] - point.log_theta[k]);
      if (towards >= 0 || hill_.distance_to(point) < 1 ||
          (highest != nullptr && highest->log_density > point.log_density))
        continue;
      highest = &point;
    }
    if (highest == nullptr) return true;
    std::vector<Climb> climbs = {Climb(*highest)};
    return take_up(climbs) && add_mode(climbs.front().top());
  }

  /// All points but those that were only looked at for the tails, and those of a hill that has no mass.
  std::vector<EvaluatedPoint> ordinary() const {
    std::vector<EvaluatedPoint> points;
    for (const EvaluatedPoint& point : known_) {
      const bool is_tail = std::any_of(tails_.begin(), tails_.end(),
                                       [&](const TailPoint& tail) { return tail.point.log_theta == point.log_theta; });
      if (!is_tail && !(without_mass_ && without_mass_->holds(point))) points.push_back(point);
    }
    return points;
  }

  /// The surrogate of what is known, and draws from it.
  bool learn() {
    const bool chooses = !smoothness_ || 2 * known_.size() >= 3 * chosen_at_;
    if (chooses) smoothness_.reset();
    surrogate_ = Surrogate::learn(space_, ordinary(), tails_, coordinates_, smoothness_, plan_.stop);
    if (!surrogate_) return false;
    if (chooses) {
      smoothness_ = surrogate_->smoothness();
      chosen_at_ = known_.size();
    }
    const std::size_t chains = 2 * modes_.size() * ((8 + modes_.size()) / 2 / modes_.size());
    const double step = choose_step(*surrogate_, draws_.empty() ? modes_ : draws_);
    draws_ = draw_from(*surrogate_, modes_, step, chains, kDrawsOfSurrogate / chains, stream_);
    return true;
  }

  /// Evaluations after which it ends: more where the surrogate is still bad.
  std::size_t enough() const { return error_ > kBadError ? 20 + 16 * p_ : expected_of_design(p_); }

  std::size_t round_size() const {
    const std::size_t usual =
        p_ <= kFew ? 8 : std::max<std::size_t>(10, std::min<std::size_t>(2 * p_, known_.size() / 3));
    return std::min(usual, enough() - known_.size());
  }

  bool wants_more() const {
    if (left() == 0 || known_.size() >= enough()) return false;
    return !(error_ < kGoodError && rounds_ >= 2);
  }

  /// A round of evaluations where the surrogate has its mass.
  bool refine() {
    if (p_ <= kMany) smoothness_.reset();
    const bool learned = learn();
    if (plan_.stop.stop_requested()) return false;
    if (!learned) {  // too few points: more around the top
      Points points;
      for (std::size_t i = 0; i < round_size(); ++i) {
        Vector v(static_cast<Index>(p_));
        fill_normal(stream_, {v.data(), p_});
        points.push_back(coordinates_.to_log_theta(v));
      }
      ++rounds_;
      return look(std::move(points));
    }
    std::vector<EvaluatedPoint> found;
    if (!look(round(), &found)) return false;
    judge(found);
    coordinates_ = Coordinates(draws_);
    ++rounds_;
    return true;
  }

  /// First draws of the surrogate, to judge it by and since the posterior is there, then points between them and
  /// around.
  Points round() {
    const std::size_t count = round_size();
    const std::size_t outer = count / (p_ <= kFew ? 2 : 4);
    judged_ = count - outer;
    Points chosen;
    for (std::size_t i = 0; i < judged_; ++i) chosen.push_back(draws_[draw_index(draws_.size(), stream_)]);
    Points known = thetas_of(known_);
    known.insert(known.end(), chosen.begin(), chosen.end());
    const Points spread = spread_points(outer, draws_, Coordinates(draws_), known, stream_);
    chosen.insert(chosen.end(), spread.begin(), spread.end());
    return chosen;
  }

  /// How well the surrogate foretold them, where the posterior has its mass. Up to a constant, which no chain feels.
  void judge(const std::vector<EvaluatedPoint>& found) {
    std::vector<double> misses;
    for (std::size_t i = 0; i < std::min(judged_, found.size()); ++i) {
      misses.push_back(found[i].log_density - surrogate_->at(found[i].log_theta));
    }
    if (misses.size() < 3) return;
    double mean = 0;
    for (const double miss : misses) mean += miss / static_cast<double>(misses.size());
    double squares = 0;
    for (const double miss : misses) squares += (miss - mean) * (miss - mean);
    error_ = std::sqrt(squares / static_cast<double>(misses.size() - 1));
  }

  std::optional<Learned> finish() {
    smoothness_.reset();
    Learned learned;
    if (learn()) {
      learned.surrogate = surrogate_;
      learned.error = error_;
    } else {
      draws_ = thetas_of(tops_);
    }
    learned.points = known_;
    learned.modes = modes_;
    learned.draws = draws_;
    for (std::size_t c = 0; c < plan_.chains; ++c) {
      learned.starts.push_back(draws_[(2 * c + 1) * draws_.size() / (2 * plan_.chains)]);
    }
    learned.walk = {shape_factor(draws_), 2.38 / std::sqrt(static_cast<double>(p_))};
    return learned;
  }

  static constexpr std::size_t kDrawsOfSurrogate = 400;

  const WarmUpPlan& plan_;
  const Evaluate& evaluate_;
  const ParameterSpace& space_;
  std::size_t p_;
  Stream stream_;
  std::vector<EvaluatedPoint> known_;
  std::vector<EvaluatedPoint> tops_;  // of the climbs, best first
  std::vector<TailPoint> tails_;
  Points modes_;
  Hill hill_;                         // of the best top
  std::optional<Hill> without_mass_;  // one that is left out
  Coordinates coordinates_;
  std::optional<Surrogate::Smoothness> smoothness_;
  std::size_t chosen_at_ = 0;  // points that were known when it was chosen
  std::shared_ptr<const Surrogate> surrogate_;
  Points draws_;  // from the surrogate
  double error_ = std::numeric_limits<double>::infinity();
  std::size_t rounds_ = 0;
  std::size_t judged_ = 0;  // points of a round that are draws of the surrogate
};

}  // namespace

std::optional<Learned> learn_by_design(const WarmUpPlan& plan, const Evaluate& evaluate) {
  return DesignedWarmUp(plan, evaluate).run();
}

std::size_t expected_of_design(std::size_t parameters) { return 20 + 10 * parameters; }

}  // namespace lehr
