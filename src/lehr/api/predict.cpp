#include <lehr/api/predict.hpp>

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

#include <lehr/api/run.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/io/run_file_reader.hpp>
#include <lehr/posterior/predict.hpp>

namespace lehr {
namespace {

constexpr std::size_t kDrawsAtOnce = 64;

std::vector<double> one_row(const std::vector<double>& values, std::size_t index, std::size_t rows) {
  if (values.empty()) return {};
  const auto begin = values.begin() + static_cast<std::ptrdiff_t>(index * rows);
  return {begin, begin + static_cast<std::ptrdiff_t>(rows)};
}

/// Latents of `count` draws of a chain from `first` on, wherever they are kept: [draw * rows + row].
using ReadLatents = std::function<std::vector<double>(std::size_t chain, std::size_t first, std::size_t count)>;

/// The states of a run, chain by chain; draws at which a chain stayed are counted with the first of them.
class RunStates {
 public:
  /// The latents are t for a likelihood with normal noise, else f.
  RunStates(const RunInfo& info, const Chains& chains, ReadLatents read)
      : chains_(chains),
        rows_(info.data.rows),
        noisy_(likelihoods::named(info.model.likelihood).has_normal_noise()),
        read_(std::move(read)) {}

  void visit(const std::function<void(const PosteriorState&)>& take) const {
    for (std::size_t chain = 0; chain < chains_.chains(); ++chain) {
      PosteriorState state{{}, {}, {}, 0};
      for (std::size_t first = 0; first < chains_.draws; first += kDrawsAtOnce) {
        const std::size_t count = std::min(kDrawsAtOnce, chains_.draws - first);
        const std::vector<double> latents = read_(chain, first, count);
        for (std::size_t i = 0; i < count; ++i) {
          PosteriorState next{parameters(chain, first + i), {}, {}, 1};
          (noisy_ ? next.noisy_latent : next.latent) = one_row(latents, i, rows_);
          if (next.parameters == state.parameters && next.noisy_latent == state.noisy_latent &&
              next.latent == state.latent) {
            ++state.count;
            continue;
          }
          if (state.count > 0) take(state);
          state = std::move(next);
        }
      }
      if (state.count > 0) take(state);
    }
  }

 private:
  std::vector<double> parameters(std::size_t chain, std::size_t draw) const {
    std::vector<double> values;
    for (const std::vector<double>& parameter : chains_.parameters)
      values.push_back(parameter[chain * chains_.draws + draw]);
    return values;
  }

  const Chains& chains_;
  std::size_t rows_;
  bool noisy_;
  ReadLatents read_;
};

Predictions predict_rows(const RunInfo& info, const RunStates& states, const Dataset& rows,
                         const PredictionSettings& settings, const RunContext& context) {
  const Model model(info.model, info.data.feature_names);
  return predict({info.data, model, [&](const auto& take) { states.visit(take); }}, rows, settings, context);
}

InputError no_latents() {
  return InputError("the run has no latents, so it cannot predict; fit again without --no-latents");
}

Predictions predict_rows(const RunFileReader& reader, const Dataset& rows, const RunContext& context) {
  const bool noisy = likelihoods::named(reader.info().model.likelihood).has_normal_noise();
  if (noisy ? !reader.has_noisy_latents() : !reader.has_latents()) throw no_latents();
  const Chains chains = reader.read_chains();
  const RunStates states(reader.info(), chains, [&](std::size_t chain, std::size_t first, std::size_t count) {
    return noisy ? reader.read_noisy_latents(chain, first, count) : reader.read_latents(chain, first, count);
  });
  return predict_rows(reader.info(), states, rows, {}, context);
}

}  // namespace

Encoding read_encoding(const std::string& run_file) { return RunFileReader(run_file).info().encoding; }

PredictionReport predict_table(const std::string& run_file, const Table& table, const RunContext& context) {
  const RunFileReader reader(run_file);
  const Encoding& encoding = reader.info().encoding;
  AppliedTable applied = apply_encoding(encoding, table, Labels::ignore);
  PredictionReport report;
  report.predictions = predict_rows(reader, applied.data, context);
  for (const double probability : report.predictions.probability) {
    report.labels.push_back(probability >= 0.5 ? encoding.positive : encoding.negative);
  }
  report.notes = std::move(applied.notes);
  return report;
}

ScoreReport score_table(const std::string& run_file, const Table& table, const RunContext& context) {
  const RunFileReader reader(run_file);
  AppliedTable applied = apply_encoding(reader.info().encoding, table, Labels::require);
  const Predictions predictions = predict_rows(reader, applied.data, context);
  return {score_probabilities(predictions.probability, applied.data.labels), std::move(applied.notes)};
}

Predictions predict(const Run& run, const NumberView& rows, double interval, const RunContext& context) {
  const bool noisy = likelihoods::named(run.info.model.likelihood).has_normal_noise();
  const std::vector<double>& latents = noisy ? run.noisy_latents : run.latents;
  if (latents.empty()) throw no_latents();
  const RunStates states(run.info, run.chains, [&](std::size_t chain, std::size_t first, std::size_t count) {
    const std::size_t width = run.info.data.rows;
    const auto some = std::span(latents).subspan((chain * run.chains.draws + first) * width, count * width);
    return std::vector<double>(some.begin(), some.end());
  });
  return predict_rows(run.info, states, apply_encoding(run.info.encoding, rows), {interval}, context);
}

}  // namespace lehr
