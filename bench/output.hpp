#pragma once

#include <functional>
#include <iosfwd>

#include <bench/options.hpp>

namespace lehr::bench {

using Write = std::function<void(std::ostream&)>;

/// Results to where the options want them: standard output, as text or JSON, and a file of JSON.
void write_out(const Options& options, const Write& text, const Write& json);

}  // namespace lehr::bench
