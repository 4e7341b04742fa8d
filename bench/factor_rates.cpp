#include <bench/factor_rates.hpp>

#include <cmath>
#include <functional>
#include <memory>

#include <Eigen/Cholesky>

#include <lehr/linalg/cholesky.hpp>
#include <lehr/linalg/panel_cholesky.hpp>

namespace lehr::bench {
namespace {

/// `factorise` on a fresh copy of `matrix` each time.
template <class Scalar>
Timed on_a_copy(const Matrix& matrix, std::function<void(MatrixOf<Scalar>&)> factorise) {
  const auto original = std::make_shared<MatrixOf<Scalar>>(matrix.cast<Scalar>());
  const auto work = std::make_shared<MatrixOf<Scalar>>(*original);
  return {.run = [work, factorise = std::move(factorise)] { factorise(*work); },
          .reset = [work, original] { *work = *original; }};
}

template <class Scalar>
Timed plain(const Matrix& matrix) {
  return on_a_copy<Scalar>(matrix, [](MatrixOf<Scalar>& a) { static_cast<void>(cholesky_in_place<Scalar>(a)); });
}

template <class Scalar>
Timed with_inverse(const Matrix& matrix) {
  const auto scratch = std::make_shared<MatrixOf<Scalar>>();
  return on_a_copy<Scalar>(
      matrix, [scratch](MatrixOf<Scalar>& a) { static_cast<void>(inverse_cholesky_in_place<Scalar>(a, *scratch)); });
}

template <class Scalar>
Timed in_panels(const Matrix& matrix) {
  const auto original = std::make_shared<PanelMatrix<Scalar>>();
  original->assign(matrix);
  const auto work = std::make_shared<PanelMatrix<Scalar>>(*original);
  return {.run = [work] { static_cast<void>(cholesky(*work)); }, .reset = [work, original] { *work = *original; }};
}

}  // namespace

Timed unit_of_cost(const Matrix& matrix) {
  return on_a_copy<double>(matrix, [](Matrix& a) { const Eigen::LLT<Eigen::Ref<Matrix>> factor(a); });
}

double unit_seconds(const Matrix& matrix) {
  return measure_interleaved(unit_of_cost(matrix), {.run = [] {}}, {.rounds = 3, .least_pairs = 20}).unit_seconds;
}

FactorRate panel_rate(const Problem& problem, const Effort& effort) {
  const Matrix matrix = well_conditioned_matrix(problem);
  const Cost cost = measure_interleaved(unit_of_cost(matrix), in_panels<double>(matrix), effort);
  return {"Cholesky in panels, double", 1e-9 * std::pow(static_cast<double>(matrix.rows()), 3) / 3 / cost.seconds, 1,
          cost};
}

std::vector<FactorRate> factor_rates(const Problem& problem, const Effort& effort) {
  const Matrix matrix = well_conditioned_matrix(problem);
  const Timed unit = unit_of_cost(matrix);
  const double flops = std::pow(static_cast<double>(matrix.rows()), 3) / 3;
  const auto rate = [&](const std::string& what, const Timed& job, double factorisations, double widening) {
    const Cost cost = measure_interleaved(unit, job, effort);
    return FactorRate{what, 1e-9 * factorisations * flops / cost.seconds, widening, cost};
  };
  return {
      rate("Eigen LLT, double (the unit)", unit_of_cost(matrix), 1, 1),
      rate("Cholesky, double", plain<double>(matrix), 1, 1),
      rate("Cholesky, float", plain<float>(matrix), 1, 2),
      rate("Cholesky in panels, double", in_panels<double>(matrix), 1, 1),
      rate("Cholesky in panels, float", in_panels<float>(matrix), 1, 2),
      rate("Cholesky and inverse, double", with_inverse<double>(matrix), 2, 1),
      rate("Cholesky and inverse, float", with_inverse<float>(matrix), 2, 2),
  };
}

}  // namespace lehr::bench
