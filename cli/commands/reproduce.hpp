#pragma once

#include <string_view>

namespace lehr::cli {

/// What `lehr --help` and the help of lehr-reproduce both say of it.
inline constexpr std::string_view kReproduceSummary =
    "Runs an experiment of the paper again, or one that Lehr adds, and writes its tables and pictures. The work is "
    "done in small parts whose results are kept: a run that was stopped or killed goes on where it was.";

}  // namespace lehr::cli
