#pragma once

#include <string>

#include <lehr/run/run.hpp>

namespace lehr {

/// The first thing in which a run that was begun differs from what is asked for now. Its length does not count.
/// For example "other options (--chains 2, now --chains 4)", "another table ('a.csv', now 'b.csv')". Empty where
/// nothing does.
std::string difference(const RunInfo& begun, const RunInfo& asked);

}  // namespace lehr
