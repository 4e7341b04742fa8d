#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lehr/files/temporary_file.hpp>
#include <lehr/netcdf/library.hpp>

// The few calls of the netCDF C library that a run file is written with. A failure is a RunError that names the file.
namespace lehr::netcdf {

/// A netCDF-4 file that appears, whole, when it is closed; left open, it leaves nothing behind.
class Output {
 public:
  /// `bytes` is how large the file may become: a disk with less space is refused at once.
  explicit Output(const std::string& path, std::uint64_t bytes = 0);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  int root() const { return id_; }
  int group(const std::string& name);
  int dimension(int group, const std::string& name, std::size_t size);
  Variable variable(int group, const std::string& name, Type type, const std::vector<int>& dimensions);

  /// Stored in checksummed blocks of this shape, `cached` of which are kept in memory until they are full.
  void set_blocks(const Variable& variable, const std::vector<std::size_t>& shape, std::size_t cached);

  void attribute(int group, const std::string& name, const std::string& text);
  void attribute(const Variable& variable, const std::string& name, const std::string& text);

  /// All of a variable, converted to its type.
  void put(const Variable& variable, std::span<const double> values);
  void put(const Variable& variable, std::span<const std::int64_t> values);
  void put(const Variable& variable, const std::vector<std::string>& texts);

  /// The block from `start` on, with `count` values along each dimension.
  void put(const Variable& variable, const std::vector<std::size_t>& start, const std::vector<std::size_t>& count,
           std::span<const double> values);

  void close();

 private:
  void check(int status);
  [[noreturn]] void refuse(const std::string& why) const;

  TemporaryFile file_;
  std::string name_;
  int id_ = -1;
  bool broken_ = false;
};

}  // namespace lehr::netcdf
