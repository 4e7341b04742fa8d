// A small program as a user of the installed library writes it: reads a table, prints the log evidence; given a run
// file as well, the number of its draws.
#include <cstdio>
#include <lehr/lehr.hpp>

#if __has_include(<Eigen/Core>)
#error "Eigen is on the include path: this program must compile without it"
#endif
#if defined(__AVX2__)
#error "this program must be compiled for a plain CPU, unlike the library"
#endif

int main(int argc, char** argv) try {
  if (argc != 2 && argc != 3) return 2;
  const lehr::EncodedTable table = lehr::encode_training_table(lehr::read_table(argv[1]));
  const lehr::KernelParameters parameters{.variance = 5, .lengthscales = {3}};
  const lehr::EvidenceSettings settings{.approximation = "laplace", .estimator = "approximation"};
  const lehr::EvidenceReport report = lehr::evidence(table.data, lehr::ModelSettings{}, parameters, settings);
  std::printf("%.*s %zu %.8f\n", static_cast<int>(lehr::version().size()), lehr::version().data(), report.rows,
              report.log_evidence);
  if (argc == 3) std::printf("%zu\n", lehr::read_run(argv[2]).chains.draws);
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
