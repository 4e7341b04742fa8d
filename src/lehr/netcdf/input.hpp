#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <lehr/netcdf/library.hpp>

// The few calls of the netCDF C library that a run file is read with. The file may come from anyone: what it declares
// is checked before memory is taken for it, and what does not hold is an InputError that names the file. (The library
// itself may crash on a file that was damaged on purpose: a GuardedRunFile reads such files in a child process.)
namespace lehr::netcdf {

/// What a variable is expected to look like.
using Shape = std::vector<std::pair<std::string, std::size_t>>;  // name and size of each dimension

/// Which numbers a variable may hold.
enum class Numbers { finite, logarithms };

class Input {
 public:
  /// `has_read` is called after every few megabytes that were read: a slow disk can be told from an endless loop.
  explicit Input(const std::string& path, std::function<void()> has_read = {});
  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  int root() const { return id_; }
  int group(const std::string& name) const;
  bool has_group(const std::string& name) const;
  bool has_variable(int group, const std::string& name) const;
  std::size_t dimension(int group, const std::string& name) const;

  bool has_attribute(int group, const std::string& name) const;
  /// The text of an attribute.
  std::string attribute(int group, const std::string& name) const;

  /// A variable of exactly this type and shape.
  Variable variable(int group, const std::string& name, Type type, const Shape& shape) const;

  /// Finite numbers, or also -infinity, which is the logarithm of 0: the block from `start` on, with `count` values
  /// along each dimension.
  std::vector<double> read(const Variable& variable, const std::vector<std::size_t>& start,
                           const std::vector<std::size_t>& count, Numbers numbers = Numbers::finite) const;

  [[noreturn]] void fail(const std::string& what) const;

 private:
  void check(int status) const;
  std::string path_of_group(int group) const;
  std::vector<std::size_t> blocks_of(const Variable& variable, std::size_t dimensions) const;
  void check_blocks(const Variable& variable, std::size_t value_bytes, std::size_t dimensions) const;

  std::string name_;
  std::function<void()> has_read_;
  int descriptor_ = -1;
  std::uint64_t bytes_ = 0;  // of the file
  int id_ = -1;
};

}  // namespace lehr::netcdf
