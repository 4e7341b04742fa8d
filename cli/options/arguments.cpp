#include <cli/options/arguments.hpp>

#include <CLI/CLI.hpp>

#include <cli/options/values.hpp>
#include <lehr/api/basics.hpp>

namespace lehr::cli {
namespace {

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    if (option->nonpositional() && !option->get_group().empty()) names.push_back(option->get_name());
  }
  return names;
}

UsageError unexpected(const CLI::App& app, const std::string& word) {
  if (!word.starts_with('-')) return UsageError("'" + word + "' is one word too many");
  const std::string guess = nearest(word.substr(0, word.find('=')), option_names(app));
  return UsageError("there is no option '" + word + "'" +
                    (guess.empty() ? "; see --help" : "; did you mean " + guess + "?"));
}

/// "--seed" out of a message such as "--seed: 1 required TEXT missing".
std::string option_in(const std::string& message) {
  const std::size_t begin = message.find("--");
  if (begin == std::string::npos) return "an option";
  return message.substr(begin, std::min(message.find_first_of(":, ", begin), message.size()) - begin);
}

UsageError unknown_key(const CLI::App& app, const std::string& message) {
  const std::string key = message.substr(message.rfind(' ') + 1);
  const std::string guess = nearest("--" + key, option_names(app));
  return UsageError("the configuration file has the key '" + key + "', which is no option of this command" +
                    (guess.empty() ? "" : " (did you mean " + guess.substr(2) + "?)"));
}

}  // namespace

Asked read_arguments(CLI::App& app, const std::vector<std::string>& words) {
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 takes them from the back
    return Asked::run;
  } catch (const CLI::CallForHelp&) {
    return Asked::help;
  } catch (const CLI::ExtrasError&) {
    throw unexpected(app, app.remaining().front());
  } catch (const CLI::RequiredError&) {
    if (app.remaining_size() > 0) throw unexpected(app, app.remaining().front());
    return Asked::run;  // Command::check says what is missing
  } catch (const CLI::FileError&) {
    // Options are judged before files: an unknown one comes first.
    if (app.remaining_size() > 0) throw unexpected(app, app.remaining().front());
    throw InputError("the configuration file '" + app.get_config_ptr()->as<std::string>() + "' cannot be read");
  } catch (const CLI::ArgumentMismatch& error) {
    throw UsageError(option_in(error.what()) + " needs one value, given once");
  } catch (const CLI::ConversionError& error) {  // only switches are converted by CLI11
    throw UsageError(option_in(error.what()) + " is a switch; it must be given without a value, or with true or false");
  } catch (const CLI::ConfigError& error) {
    const std::string message = error.what();
    throw message.starts_with("INI was not able") ? unknown_key(app, message) : UsageError(message);
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace lehr::cli
