#pragma once

#include <memory>
#include <string>

#include <lehr/run/stored_run.hpp>

namespace lehr {

/// A run in its journal, which may grow while it is read: what came after the opening is not seen.
std::unique_ptr<StoredRun> open_unfinished_run(const std::string& path);

}  // namespace lehr
