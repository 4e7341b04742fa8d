#include <iostream>

#include <bench/output.hpp>
#include <bench/peers/peers.hpp>
#include <lehr/base/errors.hpp>

namespace lehr::bench {

void measure_peers(const Options& options) {
  const auto wanted = [&](const std::string& name) {
    if (name.find(options.filter) == std::string::npos) return false;
    if (options.list) std::cout << name << '\n';
    return true;
  };
  const bool sampling = wanted("sampling");
  const bool laplace = wanted("laplace");
  if (!sampling && !laplace) throw UsageError("nothing is named like '" + options.filter + "'; see --list");
  if (options.list) return;
  PeerResults results;
  if (laplace) {
    std::cerr << "Laplace's evidence, by Lehr and by scikit-learn\n";
    results.laplace = compare_laplace(options);
  }
  if (sampling) {
    std::cerr << "the posterior of the glass data, by Lehr and by NUTS in Stan: some minutes, one of them to compile\n";
    results.sampling = compare_sampling(options);
  }
  write_out(
      options, [&](std::ostream& out) { write_peers_text(results, out); },
      [&](std::ostream& out) { write_peers_json(results, out); });
}

}  // namespace lehr::bench
