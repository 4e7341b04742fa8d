#include <lehr/api/open_run.hpp>

#include <filesystem>
#include <fstream>

#include <lehr/journal/format.hpp>
#include <lehr/journal/unfinished_run.hpp>
#include <lehr/netcdf/library.hpp>
#include <lehr/run_file/finished_run.hpp>

namespace lehr {
namespace {

/// A pipe is neither kind of file, and opening it here would wait for its other end.
bool begins_with(const std::string& path, std::string_view bytes) {
  std::error_code ignored;  // whoever opens the path says what is wrong with it
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  std::string begin(bytes.size(), '\0');
  std::ifstream(path, std::ios::binary).read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return begin == bytes;
}

bool is_journal(const std::string& path) {
  return path.ends_with(kJournalSuffix) || begins_with(path, journal_format::kMagic);
}

}  // namespace

bool is_stored_run(const std::string& path) {
  return begins_with(path, journal_format::kMagic) || begins_with(path, netcdf::kSignature);
}

std::unique_ptr<StoredRun> open_run(const std::string& path) {
  return is_journal(path) ? open_unfinished_run(path) : open_finished_run(path);
}

}  // namespace lehr
