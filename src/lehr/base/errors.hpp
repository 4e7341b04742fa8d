#pragma once

#include <stdexcept>
#include <string>

// Three kinds of failure: bad input throws one of these at the edge; a numerical failure inside a computation is a
// value (std::optional or a status); a broken invariant asserts. The command line maps each class to its exit code.
namespace lehr {

/// An impossible option or setting: names the field, its value and the range it must be in. Exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Bad, missing, unreadable or damaged input: names file, line and column and what to do. Exit code 3.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The run itself failed: the numbers cannot be had, or an output cannot be written. Exit code 1.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The caller asked to stop through its std::stop_token. Exit code 130.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted") {}
};

}  // namespace lehr
