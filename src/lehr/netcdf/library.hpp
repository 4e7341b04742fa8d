#pragma once

#include <mutex>
#include <string>
#include <string_view>

namespace lehr::netcdf {

enum class Type { int8, int64, float64, text };

struct Variable {
  int group = 0;
  int id = 0;
};

/// The library's number for a type.
int number_of(Type type);

/// The library keeps global tables without a lock of its own: every call into it is made under this one.
std::mutex& library_mutex();

/// A path by which the library opens this open file and no other. Given a path as the user wrote it, it would take
/// backslashes for a Windows path and "http:" for a download.
std::string path_of(int descriptor);

/// The first bytes of every file in HDF5, as netCDF-4 is.
inline constexpr std::string_view kSignature = {"\x89HDF\r\n\x1a\n", 8};

/// What a status of the library means, in words; the reason of the system where there is one. Set errno to 0 before.
std::string reason(int status);

}  // namespace lehr::netcdf
