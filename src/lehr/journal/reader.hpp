#pragma once

#include <string>

#include <lehr/journal/journal.hpp>

namespace lehr {

/// read_journal on an open file; `name` is for messages.
JournalEnd read_open_journal(int descriptor, const std::string& name, const JournalVisitor& visit);

}  // namespace lehr
