#include <cli/options/option.hpp>

#include <CLI/CLI.hpp>

#include <cli/options/values.hpp>

namespace lehr::cli {

void OptionGroup::add(const OptionText& text, SetValue set) {
  app_.add_option(
          text.name,
          [name = text.name, set = std::move(set)](const CLI::results_t& values) {
            set(name, values.front());
            return true;
          },
          text.help)
      ->option_text(text.value_name)
      ->group(heading_);
}

void OptionGroup::add_list(const OptionText& text, SetValue set) {
  app_.add_option(
          text.name,
          [name = text.name, set = std::move(set)](const CLI::results_t& values) {
            set(name, joined(values, ","));
            return true;
          },
          text.help)
      ->expected(1, CLI::detail::expected_max_vector_size)
      ->allow_extra_args(false)  // "--lengthscale 3 DATA.csv" leaves the file alone
      ->option_text(text.value_name)
      ->group(heading_);
}

void OptionGroup::add_words(const OptionText& text, SetValue set) {
  app_.add_option(
          text.name,
          [name = text.name, set = std::move(set)](const CLI::results_t& values) {
            for (const std::string& value : values) set(name, value);
            return true;
          },
          text.help)
      ->expected(1, CLI::detail::expected_max_vector_size)
      ->allow_extra_args(true)
      ->option_text(text.value_name)
      ->group(heading_);
}

void OptionGroup::add_flag(const std::string& name, const std::string& help, bool& value) {
  app_.add_flag(name, value, help)->group(heading_);
}

void OptionGroup::add_switch(const std::string& name, const std::string& help, std::function<void()> turn_on) {
  app_.add_flag_callback(name, std::move(turn_on), help)->group(heading_);
}

void OptionGroup::add_positional(const OptionText& text, std::string& value) {
  app_.add_option(text.name, value, text.help)->required()->configurable(false)->group(heading_);
}

void OptionGroup::add_positionals(const OptionText& text, std::vector<std::string>& values) {
  app_.add_option(text.name, values, text.help)
      ->required()
      ->expected(1, CLI::detail::expected_max_vector_size)
      ->configurable(false)
      ->group(heading_);
}

}  // namespace lehr::cli
