#include <lehr/io/netcdf_output.hpp>

#include <netcdf.h>

#include <cerrno>

#include <lehr/base/errors.hpp>

namespace lehr::netcdf {
namespace {

/// Holds the library for one call and forgets what the system said before.
class Turn {
 public:
  Turn() : lock_(library_mutex()) { errno = 0; }

 private:
  std::lock_guard<std::mutex> lock_;
};

}  // namespace

Output::Output(const std::string& path) : file_(path), name_("'" + path + "'") {
  const Turn turn;
  check(nc_create(path_of(file_.descriptor()).c_str(), NC_NETCDF4 | NC_CLOBBER, &id_));
  try {
    check(nc_set_fill(id_, NC_NOFILL, nullptr));  // every value is written: none has to be written twice
  } catch (...) {
    nc_abort(id_);
    throw;
  }
}

Output::~Output() {
  if (id_ < 0) return;
  const Turn turn;
  nc_abort(id_);
}

void Output::check(int status) {
  if (status != NC_NOERR) throw RunError(name_ + " cannot be written: " + reason(status));
}

int Output::group(const std::string& name) {
  const Turn turn;
  int group = 0;
  check(nc_def_grp(id_, name.c_str(), &group));
  return group;
}

int Output::dimension(int group, const std::string& name, std::size_t size) {
  const Turn turn;
  int dimension = 0;
  check(nc_def_dim(group, name.c_str(), size, &dimension));
  return dimension;
}

Variable Output::variable(int group, const std::string& name, Type type, const std::vector<int>& dimensions) {
  const Turn turn;
  int id = 0;
  check(nc_def_var(group, name.c_str(), number_of(type), static_cast<int>(dimensions.size()), dimensions.data(), &id));
  return {group, id};
}

void Output::set_blocks(const Variable& variable, const std::vector<std::size_t>& shape, std::size_t cached) {
  const Turn turn;
  nc_type type = NC_NAT;
  std::size_t bytes = 0;
  check(nc_inq_vartype(variable.group, variable.id, &type));
  check(nc_inq_type(variable.group, type, nullptr, &bytes));
  for (const std::size_t length : shape) bytes *= length;
  check(nc_def_var_chunking(variable.group, variable.id, NC_CHUNKED, shape.data()));
  check(nc_def_var_fletcher32(variable.group, variable.id, NC_FLETCHER32));
  // The library asks for many more slots than blocks; a full block (preemption 1) is the first to leave.
  check(nc_set_var_chunk_cache(variable.group, variable.id, bytes * cached, 100 * cached + 1, 1.0F));
}

void Output::attribute(int group, const std::string& name, const std::string& text) {
  const Turn turn;
  check(nc_put_att_text(group, NC_GLOBAL, name.c_str(), text.size(), text.data()));
}

void Output::attribute(const Variable& variable, const std::string& name, const std::string& text) {
  const Turn turn;
  check(nc_put_att_text(variable.group, variable.id, name.c_str(), text.size(), text.data()));
}

void Output::put(const Variable& variable, std::span<const double> values) {
  const Turn turn;
  check(nc_put_var_double(variable.group, variable.id, values.data()));
}

void Output::put(const Variable& variable, std::span<const std::int64_t> values) {
  static_assert(sizeof(long long) == sizeof(std::int64_t));
  const std::vector<long long> copy(values.begin(), values.end());
  const Turn turn;
  check(nc_put_var_longlong(variable.group, variable.id, copy.data()));
}

void Output::put(const Variable& variable, const std::vector<std::string>& texts) {
  std::vector<const char*> pointers;
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  const Turn turn;
  check(nc_put_var_string(variable.group, variable.id, pointers.data()));
}

void Output::put(const Variable& variable, const std::vector<std::size_t>& start, const std::vector<std::size_t>& count,
                 std::span<const double> values) {
  const Turn turn;
  check(nc_put_vara_double(variable.group, variable.id, start.data(), count.data(), values.data()));
}

void Output::close() {
  {
    const Turn turn;
    const int id = id_;
    id_ = -1;
    check(nc_close(id));
  }
  file_.take_place();
}

}  // namespace lehr::netcdf
