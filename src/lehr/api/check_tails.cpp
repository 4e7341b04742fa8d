#include <lehr/api/check_tails.hpp>

#include <memory>
#include <utility>

#include <lehr/api/open_run.hpp>
#include <lehr/api/run.hpp>
#include <lehr/api/run_in_memory.hpp>
#include <lehr/evidence/method.hpp>
#include <lehr/posterior/tail_check.hpp>

namespace lehr {
namespace {

/// Sites are found anew everywhere: what warm-up learned is not kept, and may itself be what is wrong.
TailReport check_stored(const StoredRun& run, const RunContext& context) {
  if (run.draws() == 0) throw InputError("the run is still in its warm-up: not every chain has a draw to check");
  const RunInfo& info = run.info();
  const Model model(info.model, info.data.feature_names);
  const EvidenceMethod method = choose_chain_method(info.fit.evidence, model.likelihood(), info.data.rows);
  const Chains chains = run.read_chains();
  std::optional<TailReport> report = check_tails({info.data, model, method, chains, info.fit.evidence.seed}, context);
  if (!report) throw Interrupted();
  return std::move(*report);
}

}  // namespace

TailReport check_tails(const std::string& run_file, const RunContext& context) {
  return check_stored(*open_run(run_file), context);
}

TailReport check_tails(const Run& run, const RunContext& context) { return check_stored(RunInMemory(run), context); }

}  // namespace lehr
