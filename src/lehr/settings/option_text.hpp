#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// What an option's text must be. Each throws a UsageError that names the option, its value and what it must be.
namespace lehr {

double positive_number(std::string_view option, std::string_view text);
std::vector<double> positive_numbers(std::string_view option, std::string_view text);  // "3,0.5"
std::uint64_t whole_number(std::string_view option, std::string_view text, std::uint64_t least, std::uint64_t most);
std::string one_of(std::string_view option, std::string_view text, const std::vector<std::string>& choices);

/// The known word that a misspelt one was probably meant to be, or nothing.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

/// "a, b, c".
std::string joined(const std::vector<std::string>& words, std::string_view separator = ", ");

}  // namespace lehr
