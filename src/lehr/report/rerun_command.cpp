#include <lehr/report/rerun_command.hpp>

#include <array>
#include <charconv>
#include <set>

namespace lehr::report {
namespace {

constexpr std::size_t kLineWidth = 96;

std::string shell_quoted(const std::string& text) {
  constexpr const char* kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./,+:=@%-";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string quoted = "'";
  for (const char character : text) quoted += character == '\'' ? std::string("'\\''") : std::string(1, character);
  return quoted + "'";
}

/// The shortest text that reads back as the same number.
std::string exact(double value) {
  std::array<char, 32> text;
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

std::string prior_text(const GammaPrior& prior) { return exact(prior.shape) + "," + exact(prior.rate); }

class Words {
 public:
  explicit Words(std::string first) : text_(std::move(first)), width_(text_.size()) {}
  void add(const std::string& word) { append(shell_quoted(word)); }
  /// With "=", so that a value like -1 is not taken for an option.
  void add(const std::string& option, const std::string& value) {
    append(option + (value.starts_with('-') ? "=" : " ") + shell_quoted(value));
  }
  const std::string& text() const { return text_; }

 private:
  void append(const std::string& words) {
    if (width_ + words.size() > kLineWidth) {
      text_ += " \\\n   ";
      width_ = 3;
    }
    text_ += " " + words;
    width_ += 1 + words.size();
  }

  std::string text_;
  std::size_t width_;  // of the last line
};

void add_table(Words& words, const Encoding& encoding) {
  words.add("--header", encoding.has_header ? "yes" : "no");
  words.add("--label", encoding.has_header ? encoding.label_column : std::to_string(encoding.label_position + 1));
  words.add("--positive", encoding.positive);
  if (!encoding.standardized) words.add("--no-standardize");
  std::set<std::string> categorical;
  for (const FeatureEncoding& feature : encoding.features) {
    if (feature.category && categorical.insert(feature.column).second) words.add("--categorical", feature.column);
  }
}

void add_model(Words& words, const ModelSettings& model) {
  words.add("--kernel", model.kernel);
  if (model.ard) words.add("--ard");
  words.add("--likelihood", model.likelihood);
  words.add("--prior-variance", prior_text(model.variance_prior));
  if (model.lengthscale_prior) words.add("--prior-lengthscale", prior_text(*model.lengthscale_prior));
}

void add_evidence(Words& words, const EvidenceSettings& evidence) {
  words.add("--approximation", evidence.approximation);
  if (evidence.ep_converged) words.add("--ep-sweeps", "converged");
  if (evidence.ep_sweeps) words.add("--ep-sweeps", std::to_string(*evidence.ep_sweeps));
  if (evidence.estimator) words.add("--estimator", *evidence.estimator);
  words.add("--importance-samples", std::to_string(evidence.importance_samples));
  if (evidence.temperatures) words.add("--temperatures", std::to_string(*evidence.temperatures));
  if (evidence.ladder != EvidenceSettings{}.ladder) words.add("--ladder", evidence.ladder);
  words.add("--seed", std::to_string(evidence.seed));
}

void add_chains(Words& words, const FitSettings& fit) {
  words.add("--sampler", fit.sampler);
  words.add("--tune-on", fit.tune_on);
  words.add("--chains", std::to_string(fit.chains));
  words.add("--warmup", std::to_string(fit.warmup));
  words.add("--draws", std::to_string(fit.draws));
  if (fit.thin > 1) words.add("--thin", std::to_string(fit.thin));
  if (!fit.keep_latents) words.add("--no-latents");
}

}  // namespace

std::string rerun_command(const RunInfo& info, const std::string& run_file) {
  constexpr std::string_view kJournal = ".partial";
  const bool journal = run_file.ends_with(kJournal);
  Words words("lehr fit");
  words.add(info.source == "standard input" ? "-" : info.source);
  words.add("--out", journal ? run_file.substr(0, run_file.size() - kJournal.size()) : run_file);
  add_table(words, info.encoding);
  add_model(words, info.model);
  add_chains(words, info.fit);
  add_evidence(words, info.fit.evidence);
  return words.text();
}

}  // namespace lehr::report
