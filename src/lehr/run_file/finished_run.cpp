#include <lehr/run_file/finished_run.hpp>

#include <algorithm>

#include <lehr/run_file/guarded.hpp>

namespace lehr {
namespace {

constexpr std::size_t kDrawsAtOnce = 64;

std::vector<double> one_row(const std::vector<double>& values, std::size_t index, std::size_t rows) {
  if (values.empty()) return {};
  const auto begin = values.begin() + static_cast<std::ptrdiff_t>(index * rows);
  return {begin, begin + static_cast<std::ptrdiff_t>(rows)};
}

class FinishedRun final : public StoredRun {
 public:
  explicit FinishedRun(const std::string& path) : reader_(path) {}

  const RunInfo& info() const override { return reader_.info(); }
  const RunOutcome& outcome() const override { return reader_.outcome(); }
  std::size_t draws() const override { return reader_.draws(); }
  std::optional<RunProgress> progress() const override { return std::nullopt; }
  Chains read_chains() const override { return reader_.read_chains(); }

  void visit_draws(const VisitDraw& visit) const override {
    const Chains chains = reader_.read_chains();
    for (std::size_t chain = 0; chain < reader_.chains(); ++chain) {
      for (std::size_t first = 0; first < reader_.draws(); first += kDrawsAtOnce) {
        visit_some(chains, chain, first, visit);
      }
    }
  }

 private:
  void visit_some(const Chains& chains, std::size_t chain, std::size_t first, const VisitDraw& visit) const {
    const std::size_t count = std::min(kDrawsAtOnce, reader_.draws() - first);
    std::vector<double> states;
    if (reader_.has_states()) states = reader_.read_states(chain, first, count);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t index = chain * chains.draws + first + i;
      Draw draw = chains.draw(index);
      draw.state = one_row(states, i, reader_.info().data.rows);
      visit(chain, first + i, draw);
    }
  }

  GuardedRunFile reader_;
};

}  // namespace

std::unique_ptr<StoredRun> open_finished_run(const std::string& path) { return std::make_unique<FinishedRun>(path); }

}  // namespace lehr
