#pragma once

#include <memory>
#include <string>

#include <lehr/run/stored_run.hpp>

namespace lehr {

/// A run in its run file.
std::unique_ptr<StoredRun> open_finished_run(const std::string& path);

}  // namespace lehr
