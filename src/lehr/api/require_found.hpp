#pragma once

#include <optional>
#include <utility>

#include <lehr/base/errors.hpp>
#include <lehr/base/observer.hpp>

namespace lehr {

/// For what users call: what was found. Below that a stop and a breakdown are values, and nothing is there: throws
/// Interrupted after a stop request, else a RunError that says `breakdown`.
template <class Found>
Found require_found(std::optional<Found> found, const RunContext& context, const char* breakdown) {
  if (found) return *std::move(found);
  context.throw_if_stopped();
  throw RunError(breakdown);
}

}  // namespace lehr
