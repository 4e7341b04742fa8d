#include <lehr/linalg/jitter.hpp>

#include <lehr/linalg/panel_cholesky.hpp>

namespace lehr {

std::optional<double> factorise_with_jitter(double variance, const FillCovariance& fill, PanelMatrix<double>& factor,
                                            const StopCheck& stop) {
  for (const double relative : kJitters) {
    if (stop && stop()) return std::nullopt;
    const double jitter = relative * variance;
    factor.reset_outside();  // a try that broke down may have left something there
    fill(jitter, factor);
    const PanelStatus status = cholesky(factor, stop);
    if (status == PanelStatus::done) return jitter;
    if (status == PanelStatus::stopped) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace lehr
