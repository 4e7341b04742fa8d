#pragma once

#include <functional>
#include <string>

#include <gtest/gtest.h>

#include <lehr/base/errors.hpp>

namespace lehr {

/// The message of the InputError that `action` throws; a test failure and "" if it throws none.
inline std::string input_error(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no InputError";
  return "";
}

}  // namespace lehr
