#include <lehr/kernels/kernel.hpp>

#include <lehr/base/find_named.hpp>

namespace lehr::kernels {

const Kernel& named(std::string_view name) { return find_named(all(), "kernel", name); }

}  // namespace lehr::kernels
