#include <lehr/netcdf/input.hpp>

#include <fcntl.h>
#include <netcdf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>
#include <string_view>
#include <utility>

#include <lehr/base/errors.hpp>

namespace lehr::netcdf {
namespace {

// Files are written without compression, but other programs may compress a copy. Draws do not shrink by more than
// this; a file that declares more is made to exhaust the memory.
constexpr std::uint64_t kHighestCompression = 32;

constexpr std::size_t kPieceBytes = std::size_t{1} << 22;  // of what is read at once

std::size_t product(const std::vector<std::size_t>& lengths, std::size_t from) {
  return std::accumulate(lengths.begin() + static_cast<std::ptrdiff_t>(from), lengths.end(), std::size_t{1},
                         std::multiplies<>());
}

}  // namespace

Input::Input(const std::string& path, std::function<void()> has_read)
    : name_("'" + path + "'"), has_read_(std::move(has_read)) {
  // Without O_NONBLOCK, opening a pipe would wait for its other end.
  descriptor_ = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor_ < 0) throw InputError(name_ + " cannot be read: " + std::strerror(errno));
  try {
    struct stat status;
    if (fstat(descriptor_, &status) != 0) throw InputError(name_ + " cannot be read: " + std::strerror(errno));
    if (!S_ISREG(status.st_mode)) throw InputError(name_ + " is not a regular file");
    bytes_ = static_cast<std::uint64_t>(status.st_size);
    char begin[kSignature.size()] = {};
    if (pread(descriptor_, begin, sizeof begin, 0) != sizeof begin ||
        std::string_view(begin, sizeof begin) != kSignature) {
      throw InputError(name_ + " is not a run file of lehr");
    }
    const std::lock_guard lock(library_mutex());
    errno = 0;
    check(nc_open(path_of(descriptor_).c_str(), NC_NOWRITE, &id_));
  } catch (...) {
    close(descriptor_);
    throw;
  }
}

Input::~Input() {
  const std::lock_guard lock(library_mutex());
  nc_close(id_);
  close(descriptor_);
}

void Input::fail(const std::string& what) const { throw InputError(name_ + " is not a run file of lehr: " + what); }

void Input::check(int status) const {
  if (status != NC_NOERR) throw InputError(name_ + " is damaged or not a run file of lehr: " + reason(status));
}

bool Input::has_group(const std::string& name) const {
  const std::lock_guard lock(library_mutex());
  int group = 0;
  return nc_inq_grp_ncid(id_, name.c_str(), &group) == NC_NOERR;
}

int Input::group(const std::string& name) const {
  const std::lock_guard lock(library_mutex());
  int group = 0;
  const int status = nc_inq_grp_ncid(id_, name.c_str(), &group);
  if (status == NC_ENOGRP) fail("it has no group '" + name + "'");
  check(status);
  return group;
}

bool Input::has_variable(int group, const std::string& name) const {
  const std::lock_guard lock(library_mutex());
  int id = 0;
  return nc_inq_varid(group, name.c_str(), &id) == NC_NOERR;
}

std::size_t Input::dimension(int group, const std::string& name) const {
  const std::lock_guard lock(library_mutex());
  int id = 0;
  std::size_t size = 0;
  const int status = nc_inq_dimid(group, name.c_str(), &id);
  if (status == NC_EBADDIM) fail("it has no dimension '" + name + "'");
  check(status);
  check(nc_inq_dimlen(group, id, &size));
  return size;
}

bool Input::has_attribute(int group, const std::string& name) const {
  const std::lock_guard lock(library_mutex());
  return nc_inq_attid(group, NC_GLOBAL, name.c_str(), nullptr) == NC_NOERR;
}

std::string Input::attribute(int group, const std::string& name) const {
  const std::lock_guard lock(library_mutex());
  nc_type type = NC_NAT;
  std::size_t size = 0;
  const int status = nc_inq_att(group, NC_GLOBAL, name.c_str(), &type, &size);
  if (status == NC_ENOTATT) fail("it has no attribute '" + name + "'");
  check(status);
  if (type != NC_CHAR || size > bytes_) fail("its attribute '" + name + "' is not text");
  std::string text(size, '\0');
  check(nc_get_att_text(group, NC_GLOBAL, name.c_str(), text.data()));
  return text;
}

Variable Input::variable(int group, const std::string& name, Type type, const Shape& shape) const {
  const std::lock_guard lock(library_mutex());
  const std::string called = "its variable '" + path_of_group(group) + "/" + name + "' ";
  Variable variable = {group, 0};
  const int status = nc_inq_varid(group, name.c_str(), &variable.id);
  if (status == NC_ENOTVAR) fail("it has no variable '" + path_of_group(group) + "/" + name + "'");
  check(status);

  nc_type actual = NC_NAT;
  int dimensions = 0;
  check(nc_inq_var(group, variable.id, nullptr, &actual, &dimensions, nullptr, nullptr));
  if (actual != number_of(type)) fail(called + "has the wrong type");
  if (static_cast<std::size_t>(dimensions) != shape.size()) fail(called + "has the wrong number of dimensions");
  std::vector<int> ids(shape.size());
  check(nc_inq_vardimid(group, variable.id, ids.data()));

  std::size_t value_bytes = 0;
  check(nc_inq_type(group, actual, nullptr, &value_bytes));
  std::uint64_t declared = value_bytes;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    char dimension[NC_MAX_NAME + 1] = {};
    std::size_t size = 0;
    check(nc_inq_dim(group, ids[i], dimension, &size));
    if (dimension != shape[i].first) {
      fail(called + "has a dimension '" + dimension + "' where '" + shape[i].first + "' is expected");
    }
    if (size != shape[i].second) {
      fail(called + "has " + std::to_string(size) + " values along '" + dimension + "' instead of " +
           std::to_string(shape[i].second));
    }
    if (size == 0) fail(called + "is empty");
    if (__builtin_mul_overflow(declared, size, &declared)) declared = UINT64_MAX;
  }
  if (declared / kHighestCompression > bytes_) fail(called + "declares more numbers than the file can hold");
  check_blocks(variable, value_bytes, shape.size());
  return variable;
}

/// The lengths of the blocks that a variable is stored in; single values where it is not.
std::vector<std::size_t> Input::blocks_of(const Variable& variable, std::size_t dimensions) const {
  int storage = 0;
  std::vector<std::size_t> lengths(dimensions);
  check(nc_inq_var_chunking(variable.group, variable.id, &storage, lengths.data()));
  if (storage != NC_CHUNKED) lengths.assign(dimensions, 1);
  return lengths;
}

/// The library takes memory for a whole block at once.
void Input::check_blocks(const Variable& variable, std::size_t value_bytes, std::size_t dimensions) const {
  std::uint64_t declared = value_bytes;
  for (const std::size_t length : blocks_of(variable, dimensions)) {
    if (__builtin_mul_overflow(declared, length, &declared)) declared = UINT64_MAX;
  }
  if (declared / kHighestCompression > bytes_) fail("it declares blocks that are larger than the file");
}

std::string Input::path_of_group(int group) const {
  char name[NC_MAX_NAME + 1] = {};
  check(nc_inq_grpname(group, name));
  return group == id_ ? "" : name;
}

std::vector<double> Input::read(const Variable& variable, const std::vector<std::size_t>& start,
                                const std::vector<std::size_t>& count, Numbers numbers) const {
  // In pieces along the first dimension that has several values, each to the end of a block: none is read twice.
  std::size_t axis = 0;
  while (axis + 1 < count.size() && count[axis] == 1) ++axis;
  const std::size_t slice = product(count, axis + 1);
  const std::size_t end = start[axis] + count[axis];
  std::vector<double> values(product(count, 0));
  std::vector<std::size_t> from = start;
  std::vector<std::size_t> size = count;
  for (double* next = values.data(); from[axis] < end; next += size[axis] * slice, from[axis] += size[axis]) {
    {
      const std::lock_guard lock(library_mutex());
      const std::size_t block = std::max<std::size_t>(blocks_of(variable, count.size())[axis], 1);
      const std::size_t least = from[axis] + std::max<std::size_t>(kPieceBytes / (slice * sizeof(double)), 1);
      size[axis] = std::min((least + block - 1) / block * block, end) - from[axis];
      errno = 0;
      check(nc_get_vara_double(variable.group, variable.id, from.data(), size.data(), next));
    }
    if (has_read_) has_read_();
  }
  for (const double value : values) {
    const bool allowed = std::isfinite(value) || (numbers == Numbers::logarithms && std::isinf(value) && value < 0);
    if (!allowed) fail("it holds a number that is not finite");
  }
  return values;
}

}  // namespace lehr::netcdf
