// Weight space: G with few columns and K = G G' but for a trace of at most 2e-5, by pivoted Cholesky factorisation,
// where the kernel is so smooth that there is such a G and it saves work. A constant and slopes are columns more.
//
// What is left out, R = K - G G', hardly moves the log evidence. Where log p(y | f) curves by at most c, adding N(0, R)
// to f lowers it by at most c trace(R) / 2 = 1e-5. It raises it by about alpha' R alpha / 2, which is of the same order
// unless the labels happen to follow what is left out. That does not shrink with c, so that c < 1 counts as 1.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <lehr/linalg/pivoted_cholesky.hpp>
#include <lehr/priors/covariance.hpp>
#include <lehr/priors/low_rank_prior.hpp>
#include <lehr/priors/new_rows.hpp>
#include <lehr/priors/prior_form.hpp>

namespace lehr::prior_forms {
namespace {

constexpr double kTraceLeftOut = 2e-5;
constexpr double kMostColumns = 0.45;    // of the rows: with half of them, dense matrices are as fast
constexpr std::size_t kLeastRows = 256;  // with fewer, they are fast anyway

class WeightSpace final : public PriorForm {
 public:
  std::string_view name() const override { return "weight_space"; }
  std::string_view formula() const override { return "K = G G' with few columns, where the kernel is smooth"; }
  int turn() const override { return 1; }
  double most_bytes(std::size_t rows, Use use) const override {
    return low_rank_bytes(kMostColumns * static_cast<double>(rows), rows, use);
  }

  std::unique_ptr<GaussianPrior> make(const PriorInput& input,
                                      std::unique_ptr<GaussianPrior>& /*memory*/) const override {
    const Dataset& data = input.data;
    const double variance = input.covariance.parameters.variance;
    // At a smaller variance all of K would be left out, and the latent values would have no variance at all.
    const double left_out = kTraceLeftOut / std::max(1.0, input.curvature);
    if (data.rows < kLeastRows || !(variance > left_out) || !(left_out > 0)) return nullptr;
    const Covariance kernel_alone = input.covariance.kernel_alone();
    const CovarianceColumns columns(data, kernel_alone);
    const auto n = static_cast<Index>(data.rows);
    const auto between = [&](const std::vector<Index>& rows, Matrix& k) {
      fill_covariance(rows_at(data, rows), kernel_alone, k);
    };
    const Index most =
        static_cast<Index>(kMostColumns * static_cast<double>(n)) - input.covariance.coefficients(data.features);
    if (most < 1) return nullptr;
    std::optional<PivotedFactor> g = pivoted_cholesky(
        {n, variance, [&](Index j, std::span<double> out) { columns.fill(static_cast<std::size_t>(j), out); }, between},
        left_out, most, input.stop);
    if (!g) return nullptr;
    return std::make_unique<LowRankPrior>(std::move(*g), KernelAt{data, input.covariance}, input.stop);
  }
};

}  // namespace

const PriorForm& weight_space() {
  static const WeightSpace form;
  return form;
}

}  // namespace lehr::prior_forms
