#include <lehr/priors/gaussian_prior.hpp>

#include <lehr/random/distributions.hpp>

namespace lehr {

Vector Conditioned::draw_one(const Vector& mean, Stream& stream) const {
  Matrix normals(normals_per_draw(), 1);
  fill_normal(stream, {normals.data(), static_cast<std::size_t>(normals.size())});
  return mean + draw(normals).col(0);
}

}  // namespace lehr
