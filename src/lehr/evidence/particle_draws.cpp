#include <lehr/evidence/particle_draws.hpp>

#include <initializer_list>
#include <utility>

#include <lehr/evidence/site_draws.hpp>
#include <lehr/random/distributions.hpp>

namespace lehr {
namespace {

/// Fills all matrices with standard normals: for each draw of a particle a column of the first, then of the next.
void fill_by_particle(std::span<const ParticleKey> keys, std::size_t each, std::initializer_list<Matrix*> matrices) {
  for (std::size_t p = 0; p < keys.size(); ++p) {
    Stream stream(keys[p].stream(Purpose::particle_draws));
    for (std::size_t d = 0; d < each; ++d) {
      for (Matrix* matrix : matrices) {
        auto column = matrix->col(static_cast<Index>(d * keys.size() + p));
        fill_normal(stream, {column.data(), static_cast<std::size_t>(column.size())});
      }
    }
  }
}

}  // namespace

Matrix draw_for_particles(const EstimatorInput& input, std::span<const ParticleKey> keys, std::size_t each) {
  const Covariance& covariance = input.problem.covariance;
  const auto columns = static_cast<Index>(each * keys.size());
  if (covariance.is_factored()) {
    Matrix e(covariance.matrix().cols(), columns);
    fill_by_particle(keys, each, {&e});
    return input.posterior.factor.draw(covariance, std::move(e));
  }
  Matrix e1(covariance.rows(), columns);
  Matrix e2(covariance.rows(), columns);
  fill_by_particle(keys, each, {&e1, &e2});
  draw_from_sites(covariance.matrix(), input.posterior, *input.prior_factor, e1, e2);
  return e1;
}

}  // namespace lehr
