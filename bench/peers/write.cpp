#include <ostream>

#include <nlohmann/json.hpp>

#include <bench/formatted.hpp>
#include <bench/peers/results.hpp>
#include <lehr/api/machine.hpp>

namespace lehr::bench {
namespace {

using Json = nlohmann::ordered_json;

/// `numbers` of a program that ran; else why it did not.
Json with_numbers(Json entry, const std::string& skipped, const Json& numbers) {
  if (skipped.empty()) {
    entry.update(numbers);
  } else {
    entry["skipped"] = skipped;
  }
  return entry;
}

}  // namespace

void write_peers_text(const PeerResults& results, std::ostream& out) {
  out << "Unit C: one in-place Eigen LLT of the same size, timed in the same run. Processor time, one thread.\n";
  if (!results.sampling.empty()) {
    out << "\nThe exact posterior of the glass data, one length-scale; per effective draw of the parameter that mixes "
           "worst:\n"
        << formatted("%-14s %12s %12s %28s %12s\n", "program", "C a draw", "C in warm-up", "C of 1000 effective draws",
                     "told by");
    for (const SamplingPeer& peer : results.sampling) {
      out << (peer.skipped.empty()
                  ? formatted("%-14s %12.0f %12.0f %28.0f %7.0f draws\n", peer.program.c_str(), peer.per_effective_draw,
                              peer.warm_up, peer.of_thousand(), peer.effective)
                  : formatted("%-14s skipped: %s\n", peer.program.c_str(), peer.skipped.c_str()));
    }
  }
  if (results.laplace.empty()) return;
  out << "\nLaplace's log evidence with the logit likelihood, one length-scale:\n"
      << formatted("%-8s %-26s %-14s %10s %10s %14s\n", "data", "work", "program", "C", "seconds", "log evidence");
  for (const LaplacePeer& peer : results.laplace) {
    out << formatted("%-8s %-26s %-14s ", peer.data.c_str(), peer.work.c_str(), peer.program.c_str())
        << (peer.skipped.empty() ? formatted("%10.1f %10.4f %14.5f\n", peer.units, peer.seconds, peer.log_evidence)
                                 : "skipped: " + peer.skipped + "\n");
  }
}

void write_peers_json(const PeerResults& results, std::ostream& out) {
  Json json = {{"unit", "one in-place Eigen LLT of the same size, timed in the same run"},
               {"clock", "processor time, one thread"}};
  for (const auto& [what, value] : machine_facts()) json["machine"][what] = value;
  json["sampling"] = Json::array();
  for (const SamplingPeer& peer : results.sampling) {
    json["sampling"].push_back(with_numbers({{"data", "glass"}, {"program", peer.program}}, peer.skipped,
                                            {{"units_per_effective_draw", peer.per_effective_draw},
                                             {"warm_up_units", peer.warm_up},
                                             {"units_of_1000_effective_draws", peer.of_thousand()},
                                             {"effective", peer.effective}}));
  }
  json["laplace"] = Json::array();
  for (const LaplacePeer& peer : results.laplace) {
    json["laplace"].push_back(
        with_numbers({{"data", peer.data}, {"work", peer.work}, {"program", peer.program}}, peer.skipped,
                     {{"units", peer.units}, {"seconds", peer.seconds}, {"log_evidence", peer.log_evidence}}));
  }
  out << json.dump(2) << '\n';
}

}  // namespace lehr::bench
