#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>

#include <lehr/base/memory.hpp>
#include <lehr/linalg/panel_status.hpp>
#include <lehr/priors/gaussian_prior.hpp>

namespace lehr {

/// The bookkeeping of a law under sites that factorises: what it was conditioned on last, and how accurately. There are
/// two factors, Factor<double> and Factor<float>, of W and one matrix that stands for K (K itself, or G):
///   bool factorise(matrix, const Vector& precision, const StopCheck& stop)
///   bool factorise_with_inverse(the same),  bool is_inverted(),  double log_determinant()
/// Factor<double> takes the matrix itself. So may Factor<float>, where it casts a little of it at a time; where its
/// RoughMatrix is in single precision a copy is kept for it.
template <template <class> class Factor, class RoughMatrix>
class ConditionedByFactor : public Conditioned {
 public:
  bool condition(const Sites& sites, Accuracy accuracy) final {
    if (stop_.stop_requested()) return false;
    begin_at(sites, accuracy);
    return factorise([&](auto& factor, const auto& matrix) {  //
      return factor.factorise(matrix, sites.precision, stop_check());
    });
  }

  bool condition_with_marginals(const Sites& sites, Accuracy accuracy) final {
    if (stop_.stop_requested()) return false;
    if (is_at(sites, accuracy)) return true;
    begin_at(sites, accuracy);
    return factorise([&](auto& factor, const auto& matrix) {
      return factor.factorise_with_inverse(matrix, sites.precision, stop_check());
    });
  }

  double log_determinant() const final { return is_rough() ? rough_.log_determinant() : full_.log_determinant(); }

 protected:
  /// Begins at another prior; only memory is left of what was before.
  void begin(const GaussianPrior& prior, std::stop_token stop) {
    prior_ = &prior;
    stop_ = std::move(stop);
    has_rough_matrix_ = false;
    trace_.reset();
    precision_.resize(0);
  }

  /// That stands for K.
  virtual const Matrix& matrix() const = 0;

  const std::stop_token& stop() const { return stop_; }
  StopCheck stop_check() const {
    return [stop = stop_] { return stop.stop_requested(); };
  }
  const Vector& precision() const { return precision_; }
  /// Of the accuracy that draws and gradients take.
  const Factor<double>& full() const { return full_; }

  /// question(the factor that it was conditioned by last, its matrix).
  template <class Question>
  auto ask(const Question& question) const {
    return is_rough() ? question(rough_, rough_matrix()) : question(full_, matrix());
  }

 private:
  /// Single precision finds sites where the condition of I + W^1/2 K W^1/2 leaves it some digits: it is at most
  /// 1 + trace(W K), and that at most 1 + max w trace(K).
  static constexpr double kMostTrace = 1e6;
  static constexpr bool kKeepsRoughMatrix = !std::is_same_v<RoughMatrix, Matrix>;

  bool is_rough() const { return accuracy_ == Accuracy::rough; }

  bool is_at(const Sites& sites, Accuracy accuracy) const {
    return accuracy == accuracy_ && sites.precision.size() == precision_.size() && sites.precision == precision_ &&
           (is_rough() ? rough_.is_inverted() : full_.is_inverted());
  }

  void begin_at(const Sites& sites, Accuracy accuracy) {
    if (has_many_rows(static_cast<std::size_t>(prior_->size()))) forget_all_but(accuracy);
    precision_ = sites.precision;
    accuracy_ = accuracy;
  }

  void forget_all_but(Accuracy accuracy) {
    if (accuracy == Accuracy::rough) {
      full_ = {};
    } else {
      rough_ = {};
      rough_matrix_.resize(0, 0);
      has_rough_matrix_ = false;
    }
  }

  template <class Work>
  bool factorise(const Work& work) {
    if (!is_rough()) return work(full_, matrix());
    if (!rough_serves()) return false;
    if constexpr (kKeepsRoughMatrix) {
      if (!has_rough_matrix_) rough_matrix_ = matrix().template cast<float>();
      has_rough_matrix_ = true;
    }
    return work(rough_, rough_matrix());
  }

  /// Where no w is above 1, which holds for probit and logit, theta alone decides.
  bool rough_serves() {
    if (!trace_) trace_ = prior_->marginal_variances().sum();
    return std::max(1.0, precision_.maxCoeff()) * *trace_ < kMostTrace;
  }

  const RoughMatrix& rough_matrix() const {
    if constexpr (kKeepsRoughMatrix) {
      return rough_matrix_;
    } else {
      return matrix();
    }
  }

  const GaussianPrior* prior_ = nullptr;
  std::stop_token stop_;
  Vector precision_;  // W
  Accuracy accuracy_ = Accuracy::full;
  Factor<double> full_;
  Factor<float> rough_;
  RoughMatrix rough_matrix_;  // empty where none is kept
  bool has_rough_matrix_ = false;
  std::optional<double> trace_;  // of K
};

}  // namespace lehr
