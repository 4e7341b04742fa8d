#pragma once

#include <memory>

#include <lehr/api/fit.hpp>
#include <lehr/base/observer.hpp>
#include <lehr/journal/fit_journal.hpp>
#include <lehr/run/run.hpp>

namespace lehr {

/// The journal that a fit writes to, with what is known already. None where nothing is left to do, or where a stop was
/// requested before it could be made: the report then tells of the run there is.
///
/// A run that has less than is asked for goes on, to the bits of one that had been asked for this from the beginning;
/// one that has more is left as it is. A run file is first copied to a journal that appears whole, so that whoever
/// kills the fit finds the one or the other, or both, and loses nothing.
std::unique_ptr<FitJournal> open_journal(const FitRequest& request, const RunInfo& info, const RunContext& context,
                                         FitReport& report);

}  // namespace lehr
