#include <lehr/run_file/finished_run.hpp>

#include <lehr/run_file/guarded.hpp>

namespace lehr {
namespace {

class FinishedRun final : public StoredRun {
 public:
  explicit FinishedRun(const std::string& path) : reader_(path) {}

  const RunInfo& info() const override { return reader_.info(); }
  const RunOutcome& outcome() const override { return reader_.outcome(); }
  std::size_t draws() const override { return reader_.draws(); }
  std::optional<RunProgress> progress() const override { return std::nullopt; }
  Chains read_chains() const override { return reader_.read_chains(); }

  void visit_draws(std::span<const std::size_t> draws, const VisitDraw& visit) const override {
    const Chains chains = reader_.read_chains();
    for (std::size_t chain = 0; chain < reader_.chains(); ++chain) {
      for (const std::size_t index : draws) {
        Draw draw = chains.draw(chain * chains.draws + index);
        if (reader_.has_alphas()) {
          draw.alpha = reader_.read_alphas(chain, index, 1);
        } else if (reader_.has_states()) {
          draw.state = reader_.read_states(chain, index, 1);
        }
        visit(chain, index, draw);
      }
    }
  }

 private:
  GuardedRunFile reader_;
};

}  // namespace

std::unique_ptr<StoredRun> open_finished_run(const std::string& path) { return std::make_unique<FinishedRun>(path); }

}  // namespace lehr
