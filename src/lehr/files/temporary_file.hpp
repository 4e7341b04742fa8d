#pragma once

#include <string>

namespace lehr {

/// A new file in the folder of the file it is to replace. It disappears unless it takes that file's place, so that a
/// reader sees the old file or the whole new one, whatever happens between. Failures are RunErrors.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& path);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  int descriptor() const { return descriptor_; }
  const std::string& path() const { return path_; }

  /// Once all is written: onto the disk, then renamed.
  void take_place();

  /// The same where no such file may be there: one that came meanwhile is a RunError and stays.
  void take_free_place();

  /// What writers of that file left behind when they were killed goes. To be called by whoever knows that no other
  /// process writes it now.
  static void remove_leftovers(const std::string& path);

  /// The file, with its folder, that a path leads to through symbolic links: that one is replaced, not the link.
  static std::string target_of(const std::string& path);

 private:
  void finish();

  std::string target_;
  std::string name_;  // the path as it was given, in quotes
  std::string path_;
  int descriptor_ = -1;
};

}  // namespace lehr
