#pragma once

#include <csignal>
#include <functional>

#include <lehr/base/confined_child.hpp>

// The child's side of a ConfinedChild.
namespace lehr {

/// The whole of a program that a ConfinedChild starts: greets the parent, takes its limits, and does the work under
/// them. It has the files that the work opens and no other, writes none, and leaves no core and no word on the
/// terminal. Does not return: nothing of the program is to run behind it.
[[noreturn]] void be_confined(const std::function<void(Channel&, const ChildLimits&)>& work);

/// They tell of a fault or of a limit. All others are held back in a child.
inline constexpr int kSignalsThatEndAChild[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU, SIGXFSZ};

/// Whether a ConfinedChild started this program, and not somebody who is curious.
bool has_parent_to_work_for();

/// The time limit begins anew.
void begin_piece(const ChildLimits& limits);

/// For the parent: what the child needs of its limits.
void put_limits(Channel& channel, const ChildLimits& limits);

}  // namespace lehr
