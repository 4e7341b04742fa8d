#pragma once

// What every call of the library has to do with: the errors it throws, whom it tells of its progress and its cost, how
// it is stopped, and which version it is.
#include <lehr/base/errors.hpp>
#include <lehr/base/fit_cost.hpp>
#include <lehr/base/observer.hpp>
#include <lehr/base/tail_check_cost.hpp>
#include <lehr/base/version.hpp>
