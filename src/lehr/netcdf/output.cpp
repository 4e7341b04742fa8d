#include <lehr/netcdf/output.hpp>

#include <fcntl.h>
#include <netcdf.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

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

/// Takes disk space beforehand, where the file system can. HDF5 1.10 crashes, at once or on closing, when it cannot
/// write what it holds: it must not find the disk full.
int reserve(int descriptor, std::uint64_t bytes) {
  rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && bytes > limit.rlim_cur) return EFBIG;
  if (bytes == 0 || fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(bytes)) == 0) return 0;
  if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG) return errno;
  struct statvfs disk;  // it cannot reserve; then at least there must be space now
  const bool full = fstatvfs(descriptor, &disk) == 0 && bytes / disk.f_frsize > disk.f_bavail;
  return full ? ENOSPC : 0;
}

/// Gives back what was reserved too much.
void give_back(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) != 0) return;
  [[maybe_unused]] const int cut = ftruncate(descriptor, status.st_size);
}

}  // namespace

Output::Output(const std::string& path, std::uint64_t bytes) : file_(path), name_("'" + path + "'") {
  const Turn turn;
  if (const int error = reserve(file_.descriptor(), bytes); error != 0) refuse(std::strerror(error));
  check(nc_create(path_of(file_.descriptor()).c_str(), NC_NETCDF4 | NC_CLOBBER, &id_));
  // Creating has emptied the file, and with it what was reserved.
  if (const int error = reserve(file_.descriptor(), bytes); error != 0) refuse(std::strerror(error));
  check(nc_set_fill(id_, NC_NOFILL, nullptr));  // every value is written: none has to be written twice
}

Output::~Output() {
  if (id_ < 0 || broken_) return;
  const Turn turn;
  nc_abort(id_);
}

/// After a failure the library is left alone with its file: closing it would crash (see reserve). What is lost is a
/// little memory of a run that ends anyway; the file on the disk goes.
void Output::check(int status) {
  if (status == NC_NOERR) return;
  broken_ = true;
  refuse(reason(status));
}

void Output::refuse(const std::string& why) const { throw RunError(name_ + " cannot be written: " + why); }

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
    check(nc_sync(id_));  // it can fail, closing must not
    check(nc_close(id_));
    id_ = -1;
  }
  give_back(file_.descriptor());
  file_.take_place();
}

}  // namespace lehr::netcdf
