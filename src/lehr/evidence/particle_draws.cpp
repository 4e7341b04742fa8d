#include <lehr/evidence/particle_draws.hpp>

#include <lehr/random/distributions.hpp>

namespace lehr {

Matrix draw_for_particles(const SitePosterior& posterior, std::span<const ParticleKey> keys, std::size_t each) {
  Matrix normals(posterior.law->normals_per_draw(), static_cast<Index>(each * keys.size()));
  for (std::size_t p = 0; p < keys.size(); ++p) {
    Stream stream(keys[p].stream(Purpose::particle_draws));
    for (std::size_t d = 0; d < each; ++d) {
      auto column = normals.col(static_cast<Index>(d * keys.size() + p));
      fill_normal(stream, {column.data(), static_cast<std::size_t>(column.size())});
    }
  }
  return posterior.law->draw(normals);
}

}  // namespace lehr
