#include <lehr/run_file/reader.hpp>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include <lehr/model/model.hpp>
#include <lehr/netcdf/input.hpp>
#include <lehr/parameters/parameter_blocks.hpp>
#include <lehr/run/run_info_json.hpp>
#include <lehr/run_file/layout.hpp>

namespace lehr {
namespace {

using netcdf::Input;
using netcdf::Type;
using netcdf::Variable;

bool is_label(double value) { return value == -1 || value == 1; }
bool is_iteration(double value) { return value >= 0 && value <= kLargestIteration; }

/// The numbers of the data, whose sizes the description of the run gives.
void read_data(const Input& file, Dataset& data) {
  const int observed = file.group(run_file::kObservedData);
  const std::vector<double> labels = file.read(
      file.variable(observed, run_file::kLabels, Type::int8, {{run_file::kRow, data.rows}}), {0}, {data.rows});
  if (!std::all_of(labels.begin(), labels.end(), is_label)) file.fail("a label is neither -1 nor 1");
  data.responses = classes_of(labels);

  const int constant = file.group(run_file::kConstantData);
  const Variable x = file.variable(constant, run_file::kInputs, Type::float64,
                                   {{run_file::kRow, data.rows}, {run_file::kFeature, data.features}});
  const std::vector<double> inputs = file.read(x, {0, 0}, {data.rows, data.features});
  data.inputs.resize(inputs.size());
  for (std::size_t row = 0; row < data.rows; ++row) {
    for (std::size_t feature = 0; feature < data.features; ++feature) {
      data.inputs[feature * data.rows + row] = inputs[row * data.features + feature];
    }
  }
}

}  // namespace

class RunFileReader::Opened {
 public:
  Opened(const std::string& path, std::function<void()> has_read) : file_(path, std::move(has_read)) {
    info = run_info_from_json(file_.attribute(file_.root(), run_file::kRunAttribute), "'" + path + "'");
    if (file_.has_attribute(file_.root(), run_file::kAnnotationAttribute)) {
      info.annotation = file_.attribute(file_.root(), run_file::kAnnotationAttribute);
    }
    outcome = run_outcome_from_json(file_.attribute(file_.root(), run_file::kOutcomeAttribute), "'" + path + "'");
    if (!info.data.inputs.empty()) file_.fail("its description of the run holds the data a second time");
    read_data(file_, info.data);

    posterior_ = file_.group(run_file::kPosterior);
    stats_ = file_.group(run_file::kSampleStats);
    chains = file_.dimension(posterior_, run_file::kChain);
    draws = file_.dimension(posterior_, run_file::kDraw);
    if (chains != info.fit.chains) {
      file_.fail("it has " + std::to_string(chains) + " chains, but describes a run of " +
                 std::to_string(info.fit.chains));
    }
    if (draws > info.fit.most_draws()) {
      file_.fail("it has " + std::to_string(draws) + " draws, but describes a run of " +
                 std::to_string(info.fit.most_draws()));
    }
    if (file_.has_variable(file_.root(), run_file::kWarmUp)) find_continuation();
    state = find_rows(posterior_, info.state_name());
    if (info.state_name() != kLatentName) latent = find_rows(posterior_, kLatentName);
    alpha = find_rows(stats_, run_file::kAlpha);
    if (outcome.leave_one_out) read_leave_one_out();
  }

  Chains read_chains() const {
    const netcdf::Shape of_draw = {{run_file::kChain, chains}, {run_file::kDraw, draws}};
    const auto read_all = [&](int group, const char* name, Type type) {
      return file_.read(file_.variable(group, name, type, of_draw), {0, 0}, {chains, draws});
    };
    Chains all;
    all.draws = draws;
    const ParameterSpace space = Model(info.model, info.data.feature_names).space();
    for (const ParameterBlock& block : parameter_blocks(info.parameter_names, info.data.feature_names)) {
      read_block(block, all);
    }
    for (std::size_t p = 0; p < space.size(); ++p) {
      const auto allowed = [&](double value) { return space[p].allows(value); };
      if (!std::all_of(all.parameters[p].begin(), all.parameters[p].end(), allowed)) {
        file_.fail("'" + space[p].name + "' has a value that it cannot have");
      }
    }
    all.log_evidence_estimate = read_all(stats_, run_file::kLogEvidence, Type::float64);
    all.log_prior = read_all(stats_, run_file::kLogPrior, Type::float64);
    for (const double value : read_all(stats_, run_file::kAccepted, Type::int8)) all.accepted.push_back(value != 0);
    all.numbers_from = read_all(stats_, run_file::kNumbersFrom, Type::int64);
    if (!std::all_of(all.numbers_from.begin(), all.numbers_from.end(), is_iteration)) {
      file_.fail("random numbers come from an impossible iteration");
    }
    if (!file_.has_variable(stats_, run_file::kBroken)) return all;
    all.broken = read_all(stats_, run_file::kBroken, Type::int64);
    const auto possible = [most = double(info.fit.thin)](double count) { return count >= 0 && count <= most; };
    if (!std::all_of(all.broken.begin(), all.broken.end(), possible)) {
      file_.fail("more proposals broke down before a draw than were made");
    }
    return all;
  }

  Continuation read_continuation() const {
    if (evaluations == 0) throw std::logic_error("run file: it cannot be continued");
    return {.evaluations = file_.read(*warm_up_, {0, 0}, {chains, evaluations}, netcdf::Numbers::logarithms),
            .log_thetas = file_.read(*log_theta_, {0, 0, 0}, {chains, draws, info.parameter_names.size()})};
  }

  std::vector<double> read_rows(const std::optional<Variable>& variable, std::size_t chain, std::size_t first,
                                std::size_t count) const {
    if (!variable) throw std::logic_error("run file: it holds no such values");
    if (chain >= chains || first > draws || count > draws - first) throw std::logic_error("run file: no such draw");
    if (count == 0) return {};
    return file_.read(*variable, {chain, first, 0}, {1, count, info.data.rows});
  }

  RunInfo info;
  RunOutcome outcome;
  std::size_t chains = 0;
  std::size_t draws = 0;
  std::size_t evaluations = 0;  // of each chain's warm-up
  std::optional<Variable> latent;
  std::optional<Variable> state;
  std::optional<Variable> alpha;
  std::optional<Variable> log_likelihood;

 private:
  void read_leave_one_out() {
    const auto read_each = [&](const char* name, netcdf::Numbers numbers) {
      const std::size_t rows = info.data.rows;
      return file_.read(file_.variable(file_.root(), name, Type::float64, {{run_file::kLeftOutRow, rows}}), {0}, {rows},
                        numbers);
    };
    outcome.leave_one_out->elpd = read_each(run_file::kElpd, netcdf::Numbers::finite);
    outcome.leave_one_out->pareto_k = read_each(run_file::kParetoK, netcdf::Numbers::logarithms);
    log_likelihood = find_rows(file_.group(run_file::kLogLikelihood), run_file::kLabels);
    if (!log_likelihood) file_.fail("its leave-one-out lacks log_likelihood");
  }

  void find_continuation() {
    evaluations = file_.dimension(file_.root(), run_file::kWarmUpNumber);
    warm_up_ = file_.variable(file_.root(), run_file::kWarmUp, Type::float64,
                              {{run_file::kWarmUpChain, chains}, {run_file::kWarmUpNumber, evaluations}});
    log_theta_ = file_.variable(
        stats_, run_file::kLogTheta, Type::float64,
        {{run_file::kChain, chains}, {run_file::kDraw, draws}, {run_file::kParameter, info.parameter_names.size()}});
    const std::size_t most = info.fit.warmup * (1 + info.parameter_names.size());
    if (evaluations > most) {
      file_.fail("it has " + std::to_string(evaluations) + " numbers of warm-up, but describes a run of at most " +
                 std::to_string(most));
    }
  }

  std::optional<Variable> find_rows(int group, std::string_view name) const {
    if (!file_.has_variable(group, std::string(name))) return std::nullopt;
    return file_.variable(group, std::string(name), Type::float64,
                          {{run_file::kChain, chains}, {run_file::kDraw, draws}, {run_file::kRow, info.data.rows}});
  }

  /// Adds its parameters to those that were read before.
  void read_block(const ParameterBlock& block, Chains& all) const {
    netcdf::Shape shape = {{run_file::kChain, chains}, {run_file::kDraw, draws}};
    if (!block.dimension.empty()) shape.emplace_back(block.dimension, block.size());
    const Variable variable = file_.variable(posterior_, block.name, Type::float64, shape);
    const std::size_t size = block.size();
    all.parameters.resize(block.first + size, std::vector<double>(chains * draws));
    for (std::size_t chain = 0; chain < chains; ++chain) {
      std::vector<std::size_t> start = {chain, 0};
      std::vector<std::size_t> count = {1, draws};
      if (!block.dimension.empty()) start.push_back(0), count.push_back(size);
      const std::vector<double> values = file_.read(variable, start, count);
      for (std::size_t i = 0; i < values.size(); ++i) {
        all.parameters[block.first + i % size][chain * draws + i / size] = values[i];
      }
    }
  }

  Input file_;
  int posterior_ = 0;
  int stats_ = 0;
  std::optional<Variable> warm_up_;
  std::optional<Variable> log_theta_;
};

RunFileReader::RunFileReader(const std::string& path, std::function<void()> has_read)
    : opened_(std::make_unique<Opened>(path, std::move(has_read))) {}
RunFileReader::~RunFileReader() = default;

const RunInfo& RunFileReader::info() const { return opened_->info; }
const RunOutcome& RunFileReader::outcome() const { return opened_->outcome; }
std::size_t RunFileReader::chains() const { return opened_->chains; }
std::size_t RunFileReader::draws() const { return opened_->draws; }
bool RunFileReader::has_latents() const { return opened_->latent.has_value(); }
bool RunFileReader::has_states() const { return opened_->state.has_value(); }
std::size_t RunFileReader::evaluations() const { return opened_->evaluations; }
Continuation RunFileReader::read_continuation() const { return opened_->read_continuation(); }
bool RunFileReader::has_alphas() const { return opened_->alpha.has_value(); }
bool RunFileReader::has_log_likelihoods() const { return opened_->log_likelihood.has_value(); }
Chains RunFileReader::read_chains() const { return opened_->read_chains(); }

std::vector<double> RunFileReader::read_latents(std::size_t chain, std::size_t first, std::size_t count) const {
  return opened_->read_rows(opened_->latent, chain, first, count);
}

std::vector<double> RunFileReader::read_states(std::size_t chain, std::size_t first, std::size_t count) const {
  return opened_->read_rows(opened_->state, chain, first, count);
}

std::vector<double> RunFileReader::read_alphas(std::size_t chain, std::size_t first, std::size_t count) const {
  return opened_->read_rows(opened_->alpha, chain, first, count);
}

std::vector<double> RunFileReader::read_log_likelihoods(std::size_t chain, std::size_t first, std::size_t count) const {
  return opened_->read_rows(opened_->log_likelihood, chain, first, count);
}

}  // namespace lehr
