#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <lehr/run/stored_run.hpp>

namespace lehr {

/// The journal of RUN.nc is RUN.nc.partial.
inline constexpr std::string_view kJournalSuffix = ".partial";

/// Whether a file looks like a run file or a journal, by its first bytes.
bool is_stored_run(const std::string& path);

/// Opens a run file, or the journal RUN.nc.partial of a run that is under way or was killed. What is neither, or is
/// damaged, is an InputError.
std::unique_ptr<StoredRun> open_run(const std::string& path);

}  // namespace lehr
