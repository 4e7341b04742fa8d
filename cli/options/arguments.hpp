#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace lehr::cli {

enum class Asked { run, help };

/// Reads the words after the sub-command, and the configuration file they name, into the app's options. Throws a
/// UsageError in this program's words, or an InputError for a configuration file that cannot be read.
Asked read_arguments(CLI::App& app, const std::vector<std::string>& words);

}  // namespace lehr::cli
