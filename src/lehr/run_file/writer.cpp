#include <lehr/run_file/writer.hpp>

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include <lehr/base/version.hpp>
#include <lehr/model/model.hpp>
#include <lehr/netcdf/output.hpp>
#include <lehr/run/run_info_json.hpp>
#include <lehr/run_file/blocks.hpp>
#include <lehr/run_file/group.hpp>
#include <lehr/run_file/layout.hpp>
#include <lehr/run_file/posterior_group.hpp>

namespace lehr {
namespace {

using netcdf::Output;
using netcdf::Type;
using netcdf::Variable;
using run_file::Group;
using run_file::require;

std::vector<double> sum(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> total(a.size());
  std::transform(a.begin(), a.end(), b.begin(), total.begin(), std::plus<>());
  return total;
}

}  // namespace

class RunFileWriter::Groups {
 public:
  Groups(const std::string& path, const RunInfo& info, const RunFileContents& contents)
      : contents_(contents),
        rows_(info.data.rows),
        parameters_(info.parameter_names.size()),
        file_(path, largest_size(info, contents)) {
    file_.attribute(file_.root(), "inference_library", "lehr");
    file_.attribute(file_.root(), "inference_library_version", std::string(version()));
    file_.attribute(file_.root(), run_file::kRunAttribute, run_info_to_json(info, DataNumbers::elsewhere));
    if (!info.annotation.empty()) file_.attribute(file_.root(), run_file::kAnnotationAttribute, info.annotation);
    posterior_.emplace(file_, info, contents);
    define_sample_stats(info);
    if (contents_.evaluations > 0) define_warm_up();
    if (contents_.log_likelihood) define_log_likelihood();
    write_observed_data(info.data);
    write_constant_data(info);

    const std::size_t total = contents_.chains * contents_.draws;
    log_evidence_.resize(total);
    log_prior_.resize(total);
    accepted_.resize(total);
    numbers_from_.resize(total);
    broken_.resize(total);
    written_.resize(total);
    if (log_theta_variable_) log_theta_.resize(total * parameters_);
  }

  void write_evaluations(std::size_t chain, std::span<const double> log_densities) {
    require(chain < contents_.chains && warm_up_, "there is no such warm-up");
    require(log_densities.size() == contents_.evaluations, "a warm-up has the wrong number of evaluations");
    file_.put(*warm_up_, {chain, 0}, {1, contents_.evaluations}, log_densities);
    ++warm_ups_written_;
  }

  void write_draw(std::size_t chain, std::size_t draw, const Draw& values, std::span<const double> log_likelihood) {
    require(chain < contents_.chains && draw < contents_.draws, "there is no such draw");
    const std::size_t index = chain * contents_.draws + draw;
    require(!written_[index], "a draw is written twice");
    posterior_->write_draw(chain, draw, values);
    put_row(alpha_, chain, draw, values.alpha);
    put_row(log_likelihood_, chain, draw, log_likelihood);
    log_evidence_[index] = values.log_evidence_estimate;
    log_prior_[index] = values.log_prior;
    accepted_[index] = values.accepted ? 1 : 0;
    numbers_from_[index] = values.numbers_from;
    broken_[index] = values.broken;
    if (log_theta_variable_) {
      require(values.log_theta.size() == parameters_, "a draw does not say what its parameters were made of");
      std::copy(values.log_theta.begin(), values.log_theta.end(),
                log_theta_.begin() + static_cast<std::ptrdiff_t>(index * parameters_));
    }
    written_[index] = true;
  }

  void close(const RunOutcome& outcome) {
    require(std::find(written_.begin(), written_.end(), false) == written_.end(), "a draw is missing");
    require(!warm_up_ || warm_ups_written_ == contents_.chains, "a warm-up is missing");
    posterior_->finish();
    file_.put(log_evidence_variable_, log_evidence_);
    file_.put(log_prior_variable_, log_prior_);
    file_.put(log_posterior_variable_, sum(log_prior_, log_evidence_));
    file_.put(accepted_variable_, accepted_);
    file_.put(numbers_from_variable_, numbers_from_);
    if (broken_variable_) file_.put(*broken_variable_, broken_);
    if (log_theta_variable_) file_.put(*log_theta_variable_, log_theta_);
    require(log_likelihood_.has_value() == outcome.leave_one_out.has_value(), "leave-one-out goes with log_likelihood");
    if (outcome.leave_one_out) {
      require(outcome.leave_one_out->elpd.size() == rows_ && outcome.leave_one_out->pareto_k.size() == rows_,
              "leave-one-out has not one value for each row");
      file_.put(*elpd_, outcome.leave_one_out->elpd);
      file_.put(*pareto_k_, outcome.leave_one_out->pareto_k);
    }
    file_.attribute(file_.root(), run_file::kOutcomeAttribute, run_outcome_to_json(outcome));
    file_.close();
  }

 private:
  void define_sample_stats(const RunInfo& info) {
    Group group(file_, run_file::kSampleStats);
    const int chain = group.numbered(run_file::kChain, contents_.chains);
    const int draw = group.numbered(run_file::kDraw, contents_.draws);
    const std::vector<int> of_draw = {chain, draw};
    log_evidence_variable_ =
        group.variable(run_file::kLogEvidence, of_draw, "log of the unbiased estimate of p(y | theta)");
    log_prior_variable_ = group.variable(run_file::kLogPrior, of_draw, "log prior density of log theta");
    log_posterior_variable_ = group.variable(run_file::kLogPosterior, of_draw, "log_prior + log_evidence_estimate");
    accepted_variable_ = group.variable(run_file::kAccepted, of_draw, "whether the iteration moved", Type::int8);
    file_.attribute(accepted_variable_, "dtype", "bool");  // xarray then shows true and false
    numbers_from_variable_ = group.variable(run_file::kNumbersFrom, of_draw,
                                            "iteration whose random numbers the estimate is made of", Type::int64);
    for (const Variable& variable : {log_evidence_variable_, log_prior_variable_, log_posterior_variable_,
                                     accepted_variable_, numbers_from_variable_}) {
      block_by_chain(variable, 1);
    }
    if (contents_.broken) {
      broken_variable_ = group.variable(run_file::kBroken, of_draw,
                                        "iterations since the draw before whose numbers broke down", Type::int64);
      block_by_chain(*broken_variable_, 1);
    }
    if (contents_.alphas) {
      alpha_ = group.variable(run_file::kAlpha, {chain, draw, group.numbered(run_file::kRow, rows_)},
                              "inverse covariance of the state times the state: predictions follow from it");
      block_by_chain(*alpha_, rows_, true);
    }
    if (contents_.evaluations == 0) return;
    log_theta_variable_ =
        group.variable(run_file::kLogTheta, {chain, draw, group.named(run_file::kParameter, info.parameter_names)},
                       "what the parameters were made of: the chain goes on from it");
    block_by_chain(*log_theta_variable_, parameters_, true);
  }

  void define_warm_up() {
    const int chain = file_.dimension(file_.root(), run_file::kWarmUpChain, contents_.chains);
    const int evaluation = file_.dimension(file_.root(), run_file::kWarmUpNumber, contents_.evaluations);
    warm_up_ = file_.variable(file_.root(), run_file::kWarmUp, Type::float64, {chain, evaluation});
    file_.attribute(*warm_up_, "long_name",
                    "log density at each point of warm-up: an extended run learns from it again");
    file_.set_blocks(*warm_up_, {1, block_evaluations(contents_.evaluations)}, 1);
  }

  void define_log_likelihood() {
    Group group(file_, run_file::kLogLikelihood);
    const int chain = group.numbered(run_file::kChain, contents_.chains);
    const int draw = group.numbered(run_file::kDraw, contents_.draws);
    log_likelihood_ = group.variable(run_file::kLabels, {chain, draw, group.numbered(run_file::kRow, rows_)},
                                     "log p(y_i | y of the other rows, parameters): for leave-one-out as it is");
    block_by_chain(*log_likelihood_, rows_, true);
    const int left_out = file_.dimension(file_.root(), run_file::kLeftOutRow, rows_);
    const auto of_row = [&](const char* name, const char* meaning) {
      const Variable variable = file_.variable(file_.root(), name, Type::float64, {left_out});
      file_.attribute(variable, "long_name", meaning);
      file_.set_blocks(variable, {rows_}, 1);
      return variable;
    };
    elpd_ = of_row(run_file::kElpd, "log p(y_i | y of the other rows): leave-one-out");
    pareto_k_ = of_row(run_file::kParetoK, "Pareto k of leave-one-out; -inf where no tail could be fitted");
  }

  void write_observed_data(const Dataset& data) {
    Group group(file_, run_file::kObservedData);
    const Variable y =
        group.variable(run_file::kLabels, {group.numbered(run_file::kRow, rows_)}, "label, -1 or 1", Type::int8);
    file_.set_blocks(y, {rows_}, 1);
    file_.put(y, signs_of(data.responses));
  }

  void write_constant_data(const RunInfo& info) {
    Group group(file_, run_file::kConstantData);
    const int row = group.numbered(run_file::kRow, rows_);
    const int feature = group.named(run_file::kFeature, info.data.feature_names);
    const std::size_t features = info.data.features;
    std::vector<double> inputs(rows_ * features);
    for (std::size_t i = 0; i < rows_; ++i) {
      for (std::size_t j = 0; j < features; ++j) inputs[i * features + j] = info.data.feature(j)[i];
    }
    std::vector<double> mean;
    std::vector<double> scale;
    for (const FeatureEncoding& encoding : info.encoding.features) {
      mean.push_back(encoding.mean);
      scale.push_back(encoding.scale);
    }
    const Variable x = group.variable(run_file::kInputs, {row, feature}, "inputs as the model sees them");
    file_.set_blocks(x, {block_rows(rows_, features), features}, 1);
    file_.put(x, inputs);
    file_.put(group.variable(run_file::kInputMean, {feature}, "what was subtracted from each feature"), mean);
    file_.put(group.variable(run_file::kInputScale, {feature}, "what each feature was then divided by"), scale);
  }

  /// Blocks for a variable with `width` numbers per draw, along a third dimension or not.
  void block_by_chain(const Variable& variable, std::size_t width, bool third_dimension = false) {
    run_file::block_by_chain(file_, contents_, variable, width, third_dimension);
  }

  void put_row(const std::optional<Variable>& variable, std::size_t chain, std::size_t draw,
               std::span<const double> values) {
    if (variable) run_file::put_row(file_, *variable, {chain, draw}, rows_, values);
  }

  RunFileContents contents_;
  std::size_t rows_;
  std::size_t parameters_;
  Output file_;
  std::optional<run_file::PosteriorGroup> posterior_;
  Variable log_evidence_variable_, log_prior_variable_, log_posterior_variable_, accepted_variable_,
      numbers_from_variable_;
  std::optional<Variable> broken_variable_, alpha_, log_likelihood_, log_theta_variable_, warm_up_, elpd_, pareto_k_;
  std::size_t warm_ups_written_ = 0;
  std::vector<double> log_theta_;  // [(chain * draws + draw) * parameters + parameter]
  std::vector<double> log_evidence_, log_prior_, accepted_, numbers_from_, broken_;
  std::vector<bool> written_;
};

RunFileWriter::RunFileWriter(const std::string& path, const RunInfo& info, const RunFileContents& contents) {
  require(contents.chains > 0 && contents.draws > 0, "it must hold at least one draw");
  require(info.data.rows > 0 && info.data.features > 0, "the data are empty");
  require(info.data.responses.rows() == info.data.rows, "the data have not one label for each row");
  require(info.data.inputs.size() == info.data.rows * info.data.features, "the inputs have the wrong size");
  require(info.data.feature_names.size() == info.data.features, "a feature has no name");
  require(info.encoding.features.size() == info.data.features, "a feature has no encoding");
  require(info.parameter_names == Model(info.model, info.data.feature_names).space().names(),
          "its parameters are not those of its model");
  require(!contents.latents || info.state_name() != kLatentName, "its latents are its states");
  groups_ = std::make_unique<Groups>(path, info, contents);
}

RunFileWriter::~RunFileWriter() = default;

void RunFileWriter::write_draw(std::size_t chain, std::size_t draw, const Draw& values,
                               std::span<const double> log_likelihood) {
  groups_->write_draw(chain, draw, values, log_likelihood);
}

void RunFileWriter::write_evaluations(std::size_t chain, std::span<const double> log_densities) {
  groups_->write_evaluations(chain, log_densities);
}

void RunFileWriter::close(const RunOutcome& outcome) { groups_->close(outcome); }

}  // namespace lehr
