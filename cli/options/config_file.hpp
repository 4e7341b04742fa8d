#pragma once

#include <string>

namespace CLI {
class App;
}

namespace lehr::cli {

/// Makes the app read its --config file the way this program wants it: keys before any section are for every command,
/// those under [NAME] for the command NAME. A key that does not exist or comes twice is an error.
void use_sections(CLI::App& app, const std::string& command);

}  // namespace lehr::cli
