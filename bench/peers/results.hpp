#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace lehr::bench {

/// A program that samples the exact posterior, in units of one factorisation.
struct SamplingPeer {
  std::string program;
  double per_effective_draw = 0;  // for the parameter that mixes worst
  double warm_up = 0;
  double effective = 0;  // draws that this was told by
  std::string skipped = {};

  double of_thousand() const { return warm_up + 1000 * per_effective_draw; }
};

/// A program that finds Laplace's evidence of one data set, at one theta or where it is largest.
struct LaplacePeer {
  std::string data;
  std::string work;  // "at (5, 3)" or "the maximum"
  std::string program;
  double units = 0;
  double seconds = 0;
  double log_evidence = 0;
  std::string skipped = {};
};

struct PeerResults {
  std::vector<SamplingPeer> sampling;
  std::vector<LaplacePeer> laplace;
};

void write_peers_text(const PeerResults& results, std::ostream& out);
void write_peers_json(const PeerResults& results, std::ostream& out);

}  // namespace lehr::bench
