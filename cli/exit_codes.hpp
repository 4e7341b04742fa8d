#pragma once

namespace lehr::cli {

constexpr int kDone = 0;
constexpr int kFailed = 1;         // the run failed, or an output cannot be written
constexpr int kUsage = 2;          // an impossible option
constexpr int kBadInput = 3;       // bad, missing, unreadable or damaged input
constexpr int kInterrupted = 130;  // Ctrl-C or SIGTERM

}  // namespace lehr::cli
