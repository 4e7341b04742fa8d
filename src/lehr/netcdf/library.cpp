#include <lehr/netcdf/library.hpp>

#include <netcdf.h>

#include <cerrno>
#include <cstring>

namespace lehr::netcdf {

std::mutex& library_mutex() {
  static std::mutex mutex;
  return mutex;
}

int number_of(Type type) {
  switch (type) {
    case Type::int8:
      return NC_BYTE;
    case Type::int64:
      return NC_INT64;
    case Type::float64:
      return NC_DOUBLE;
    case Type::text:
      return NC_STRING;
  }
  return NC_NAT;
}

std::string path_of(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

std::string reason(int status) {
  // "HDF error" hides what the system said last; other values of errno come from harmless tries of the library.
  const bool told = errno == ENOSPC || errno == EDQUOT || errno == EFBIG || errno == EIO || errno == ENOMEM;
  return status == NC_EHDFERR && told ? std::strerror(errno) : nc_strerror(status);
}

}  // namespace lehr::netcdf
