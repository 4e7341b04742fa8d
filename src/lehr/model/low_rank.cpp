#include <lehr/model/low_rank.hpp>

#include <cstddef>
#include <span>

#include <lehr/linalg/pivoted_cholesky.hpp>
#include <lehr/model/covariance.hpp>

namespace lehr {
namespace {

constexpr double kTraceLeftOut = 2e-5;
constexpr double kMostColumns = 0.45;    // of the rows: with half of them, dense matrices are as fast
constexpr std::size_t kLeastRows = 256;  // with fewer, they are fast anyway

}  // namespace

std::optional<Matrix> low_rank_factor(const Dataset& data, const Kernel& kernel, const KernelParameters& parameters) {
  // At a smaller variance all of K would be left out, and the latent values would have no variance at all.
  if (data.rows < kLeastRows || !(parameters.variance > kTraceLeftOut)) return std::nullopt;
  const CovarianceColumns columns(data, kernel, parameters);
  const auto n = static_cast<Index>(data.rows);
  return pivoted_cholesky(
      {n, parameters.variance, [&](Index j, std::span<double> out) { columns.fill(static_cast<std::size_t>(j), out); }},
      kTraceLeftOut, static_cast<Index>(kMostColumns * static_cast<double>(n)));
}

}  // namespace lehr
