#include <lehr/samplers/sampler.hpp>

#include <lehr/base/find_named.hpp>

namespace lehr::samplers {

const Sampler& named(std::string_view name) { return find_named(all(), "sampler", name); }

}  // namespace lehr::samplers
