#pragma once

// What the machine has to give, threads and memory, for the doors. Not installed: what is there is told to a user by
// machine_facts(), and the library itself refuses work that has no room.
#include <lehr/base/memory.hpp>
#include <lehr/base/parallel.hpp>
