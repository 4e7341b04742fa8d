#include <lehr/io/stored_run.hpp>

#include <filesystem>
#include <fstream>

#include <lehr/io/finished_run.hpp>
#include <lehr/io/journal_format.hpp>
#include <lehr/io/unfinished_run.hpp>

namespace lehr {
namespace {

/// A pipe is neither kind of file, and opening it here would wait for its other end.
bool is_journal(const std::string& path) {
  if (path.ends_with(".partial")) return true;
  std::error_code ignored;  // whoever opens the path says what is wrong with it
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  std::string begin(journal_format::kMagic.size(), '\0');
  std::ifstream(path, std::ios::binary).read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return begin == journal_format::kMagic;
}

}  // namespace

std::unique_ptr<StoredRun> open_run(const std::string& path) {
  return is_journal(path) ? open_unfinished_run(path) : open_finished_run(path);
}

}  // namespace lehr
