#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// What an option's text must be. Each throws a UsageError that names the option, its value and what it must be.
namespace lehr {

double positive_number(std::string_view option, std::string_view text);
std::vector<double> positive_numbers(std::string_view option, std::string_view text);  // "3,0.5"
double number_up_to(std::string_view option, std::string_view text, double greatest);  // from 0
std::uint64_t whole_number(std::string_view option, std::string_view text, std::uint64_t least, std::uint64_t most);
/// "90", "90s", "45m", "3h", "1h30m", "2d": the longer unit comes first, each at most once.
std::uint64_t whole_seconds(std::string_view option, std::string_view text, std::uint64_t least, std::uint64_t most);
std::string one_of(std::string_view option, std::string_view text, const std::vector<std::string>& choices);

/// The known word that a misspelt one was probably meant to be, or nothing.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

/// The shortest text that whole_seconds reads back: "1h30m".
std::string seconds_as_text(std::uint64_t seconds);

/// "a, b, c".
std::string joined(const std::vector<std::string>& words, std::string_view separator = ", ");

}  // namespace lehr
