#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <lehr/parameters/parameter.hpp>

namespace lehr {

/// log Z = log p(y | theta) at a value of one parameter, the others held.
struct ConditionalNode {
  double u = 0;
  double log_evidence = 0;  // -infinity where chains never go
  double noise = 0;         // its sd
};

/// The law of one parameter given the others and the data: the density p(u) Z(u) over its integral, p the prior. Z is
/// known at nodes. Between them log Z is a cubic with the slopes of parabolas through three nodes, limited so that it
/// does not swing (Hyman 1983). Beyond them Z is constant, and the prior's distribution function closes the tails.
class Conditional {
 public:
  /// The parameter must outlive it. At least two nodes, in any order, and Z > 0 at one of them.
  Conditional(const Parameter& parameter, std::vector<ConditionalNode> nodes);

  /// P(u < cut | the others, y).
  double share_below(double cut) const;

  /// Where one more node is worth its price. That is in the interval whose share by a cubic differs most from that by
  /// a straight line, or further out where a tail has a share that counts. Empty where nothing is.
  std::optional<double> next_node() const;
  void add(const ConditionalNode& node);

  /// The root mean square of the noise of the nodes, each by the mass around it.
  double noise() const;
  std::size_t size() const { return nodes_.size(); }

 private:
  /// log Z between two nodes: the cubic with these slopes at its ends.
  struct Segment {
    double begin, end;  // u
    double first, last;
    double slope_at_first, slope_at_last;

    double at(double u) const;
  };

  void integrate();
  double secant(std::size_t interval) const;
  double slope(std::size_t node) const;
  Segment cubic(std::size_t interval) const;
  Segment straight(std::size_t interval) const;
  /// Of p Z, from the segment's begin to `end`.
  double mass(const Segment& segment, double end) const;

  const Parameter* parameter_;
  std::vector<ConditionalNode> nodes_;  // sorted
  std::vector<double> logs_;            // log Z, over the largest p Z
  std::vector<double> slopes_;
  std::vector<double> below_;  // mass below each node
  double prior_below_ = 0;     // the prior's share below the first node
  double prior_above_ = 0;
  double total_ = 0;
};

}  // namespace lehr
