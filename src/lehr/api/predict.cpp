#include <lehr/api/predict.hpp>

#include <algorithm>

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

/// The states of a run file, chain by chain; draws at which a chain stayed are counted with the first of them.
class RunStates {
 public:
  explicit RunStates(const RunFileReader& reader) : reader_(reader), chains_(reader.read_chains()) {
    const bool noisy = likelihoods::named(reader.info().model.likelihood).has_normal_noise();
    if (noisy ? !reader.has_noisy_latents() : !reader.has_latents()) {
      throw InputError("the run file has no latents, so it cannot predict; fit again without --no-latents");
    }
  }

  void visit(const std::function<void(const PosteriorState&)>& take) const {
    const std::size_t rows = reader_.info().data.rows;
    for (std::size_t chain = 0; chain < reader_.chains(); ++chain) {
      PosteriorState state{{}, {}, {}, 0};
      for (std::size_t first = 0; first < reader_.draws(); first += kDrawsAtOnce) {
        const std::size_t count = std::min(kDrawsAtOnce, reader_.draws() - first);
        std::vector<double> noisy;
        std::vector<double> latent;
        if (reader_.has_noisy_latents())
          noisy = reader_.read_noisy_latents(chain, first, count);
        else
          latent = reader_.read_latents(chain, first, count);
        for (std::size_t i = 0; i < count; ++i) {
          PosteriorState next{parameters(chain, first + i), one_row(noisy, i, rows), one_row(latent, i, rows), 1};
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

  const RunFileReader& reader_;
  Chains chains_;
};

Predictions predict_rows(const RunFileReader& reader, const Dataset& rows, const RunContext& context) {
  const Model model(reader.info().model, reader.info().data.feature_names);
  const RunStates states(reader);
  return predict(
      reader.info().data, model, rows, [&](const auto& take) { states.visit(take); }, context);
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

}  // namespace lehr
